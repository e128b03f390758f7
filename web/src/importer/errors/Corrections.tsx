import { type Correction, importCorrections } from '@piezario/contract/import-corrections';
import type { ImportFile } from '@piezario/contract/importer';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useAction, useCall } from '../../api/hooks.ts';
import { confirmAction } from '../../ui/confirm.tsx';
import { formatNumber } from '../../ui/format.ts';
import { RowButton } from '../../ui/RowIcon.tsx';
import { counted } from '../../ui/words.ts';
import { FileNotes } from '../FileNotes.tsx';

/** The corrected cells of a file. A correction whose row was applied cannot be removed. */
export function Corrections({ file }: { file: ImportFile }) {
  const { udid } = file;
  const corrections = useCall(importCorrections.list, { params: { udid } }).data ?? [];
  const removing = useAction(importCorrections.remove);
  if (corrections.length === 0) return null;
  const remove = (correction: Correction) =>
    confirmAction({
      title: `¿Quitar la corrección de ${placeOf(correction)}?`,
      consequence:
        'La celda vuelve a decir lo del archivo, que se revisa otra vez: los cambios que dejaste afuera vuelven a incluirse.',
      action: 'Quitar',
      onConfirm: () => removing.mutate({ body: { udid, id: correction.id } }),
    });
  return (
    <FileNotes icon={IconPencil} label={counted(corrections.length, 'celda corregida', 'celdas corregidas')}>
      <ul className="bullets" aria-label="Celdas corregidas">
        {corrections.map((correction) => (
          <li key={correction.id} className="breaks">
            <span>
              {placeOf(correction)}: <span className="code">{quoted(correction.before)}</span> →{' '}
              <span className="code">{quoted(correction.after)}</span>
            </span>
            {correction.is_removable && (file.state === 'review' || file.state === 'done') && (
              <RowButton
                icon={IconTrash}
                title="Quitar"
                label={`Quitar la corrección de ${placeOf(correction)}`}
                off={removing.isPending}
                onClick={() => remove(correction)}
              />
            )}
          </li>
        ))}
      </ul>
    </FileNotes>
  );
}

const placeOf = ({ sheet, row, column }: Correction) => `${sheet}, fila ${formatNumber(row)}, ${column}`;
const quoted = (text: string) => (text === '' ? 'vacía' : `«${text}»`);
