import { Button, Text, TextInput } from '@mantine/core';
import { workbookMappings } from '@piezario/contract/workbook-mappings';
import { IconCheck } from '@tabler/icons-react';
import { useAction } from '../../api/hooks.ts';
import classes from './Mapping.module.css';
import type { MappingState } from './useMapping.ts';
import type { PreviewRead } from './usePreview.ts';

type Props = { udid: string; state: MappingState; read: PreviewRead };

/** Stores the mapping, under the name of the file unless it has one, and reads the file with it. */
export function ApplyBar({ udid, state: { mapping, name, rename, draft }, read }: Props) {
  const applying = useAction(workbookMappings.apply, draft.forget);
  const reason = reasonOf(read);
  return (
    <form
      className={classes.apply}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === null && !applying.isPending) applying.mutate({ body: { udid, mapping, name: name.trim() } });
      }}
    >
      <TextInput
        label="Guardar este mapeo como"
        placeholder="Si no, con el nombre del archivo"
        autoComplete="off"
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => rename(currentTarget.value)}
      />
      <Text size="sm" id="mapping-reason" className={classes.reason} data-blocks={isBlocked(read) || undefined}>
        {reason}
      </Text>
      <Button
        type="submit"
        leftSection={<IconCheck size={18} />}
        disabled={reason !== null}
        loading={applying.isPending}
        aria-describedby="mapping-reason"
      >
        Leer el archivo
      </Button>
    </form>
  );
}

const blockingIn = ({ preview }: PreviewRead) => preview?.questions.filter(({ blocks }) => blocks) ?? [];
const isBlocked = (read: PreviewRead) => blockingIn(read).length > 0;

/** Why the file cannot be read yet, or null. */
function reasonOf(read: PreviewRead): string | null {
  if (!read.isComplete) return 'Falta completar un campo';
  if (read.error) return read.error.message;
  const [first, ...others] = blockingIn(read);
  if (first) return others.length > 0 ? `${first.message} (y ${others.length} más)` : first.message;
  return read.isFresh ? null : 'Actualizando la vista previa…';
}
