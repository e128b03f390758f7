import { useForm } from '@mantine/form';
import type { Result } from '@piezario/contract/endpoint';
import type { WorkbookMapping, workbookMappings } from '@piezario/contract/workbook-mappings';
import { useState } from 'react';
import { useDraft } from '../../ui/useDraft.ts';
import { useUnsaved } from '../../ui/useUnsaved.tsx';
import type { Edit } from './edit.ts';

export type Proposal = Result<typeof workbookMappings.show>;
type Values = { mapping: WorkbookMapping; name: string };

const LEAVING = {
  title: '¿Salir sin leer el archivo?',
  consequence: 'Lo que cambiaste queda en este navegador durante 7 días y sigue acá cuando vuelvas a abrir el archivo.',
  stay: 'Seguir',
  leave: 'Salir',
};

/** The mapping that a person makes of a proposal, and the name to store it under. Changes survive a reload. */
export function useMapping(proposal: Proposal) {
  // Another read of the proposal must not replace what was changed.
  const [initialValues] = useState<Values>({ mapping: proposal.mapping, name: proposal.stored?.name ?? '' });
  const form = useForm<Values>({ name: 'mapping', initialValues });
  const draft = useDraft(form, initialValues, `import-mapping/${proposal.file.udid}`);
  useUnsaved(() => form.isDirty(), LEAVING);
  // The functions of the form are stable, the form itself is another object in every render.
  const { values, setValues, setFieldValue } = form;
  return {
    ...values,
    draft,
    edit: (change: Edit) => setValues((now) => ({ ...now, mapping: change(now.mapping ?? initialValues.mapping) })),
    rename: (name: string) => setFieldValue('name', name),
  };
}
export type MappingState = ReturnType<typeof useMapping>;
