import { type ImportFile, importer } from '@piezario/contract/importer';
import { useAction } from '../api/hooks.ts';
import { isActive } from '../jobs/job.ts';
import { confirmAction } from '../ui/confirm.tsx';

/** What can be done with a file, each after a confirmation. */
export function useFileActions(onRemoved?: () => void) {
  const cancelling = useAction(importer.cancel);
  const removing = useAction(importer.remove, onRemoved);
  return {
    cancel: ({ udid, name }: ImportFile) =>
      confirmAction({
        title: `¿Cancelar la importación de “${name}”?`,
        consequence: 'Las filas que ya entraron quedan. Para seguir con las demás, volvé a subir el archivo.',
        action: 'Cancelar importación',
        dismiss: 'Seguir importando',
        onConfirm: () => cancelling.mutate({ body: { udid } }),
      }),
    discard: ({ udid, name }: ImportFile) =>
      confirmAction({
        title: `¿Descartar los cambios de “${name}”?`,
        consequence: 'Ninguno se aplica. Para revisarlos otra vez, volvé a subir el archivo.',
        action: 'Descartar',
        onConfirm: () => cancelling.mutate({ body: { udid } }),
      }),
    remove: (file: ImportFile) =>
      confirmAction({
        title: `¿Quitar de la lista “${file.name}”?`,
        consequence: removalOf(file),
        action: 'Quitar de la lista',
        onConfirm: () => removing.mutate({ body: { udid: file.udid } }),
      }),
  };
}

function removalOf(file: ImportFile): string {
  if (isActive(file)) return 'Se detiene su importación. Las piezas que ya entraron quedan.';
  if (file.state === 'mapping') return 'Se borra el archivo. Nada de él entró todavía.';
  if (file.state === 'review') return 'Se descartan sus cambios: ninguno se aplica.';
  return 'Se borran el archivo y el detalle de sus errores. Las piezas que entraron quedan.';
}
