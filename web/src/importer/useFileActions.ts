import { type ImportFile, importer } from '@piezario/contract/importer';
import { useAction } from '../api/hooks.ts';
import { confirmAction, confirmRemoval } from '../ui/confirm.tsx';
import { isActive } from './noun.ts';

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
    remove: (file: ImportFile) =>
      confirmRemoval({
        what: `el archivo “${file.name}”`,
        consequence: isActive(file)
          ? 'Se detiene su importación. Las piezas que ya entraron quedan.'
          : 'Se borra de la lista con el detalle de sus errores. Las piezas que entraron quedan.',
        onConfirm: () => removing.mutate({ body: { udid: file.udid } }),
      }),
  };
}
