import { Button, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { MAX_ADDED } from '@piezario/contract/added';
import { crosses as calls } from '@piezario/contract/crosses';
import type { Result } from '@piezario/contract/endpoint';
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react';
import { type ClipboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useCall } from '../api/hooks.ts';
import { usePartSave } from '../history/usePartSave.ts';
import { Entries, EntryEdit, EntryForm } from '../ui/Entries.tsx';
import { Notice } from '../ui/Notice.tsx';
import { usePaste } from '../ui/paste/usePaste.tsx';
import { Suggest } from '../ui/Suggest.tsx';
import { useSave } from '../ui/useSave.tsx';
import { fold } from '../ui/words.ts';
import { RelatedParts } from './RelatedParts.tsx';

type Cross = Result<typeof calls.store>;

const WORDS = { one: 'equivalencia', many: 'equivalencias', article: 'la' } as const;
const PASTED = [
  { key: 'brand', label: 'Marca' },
  { key: 'code', label: 'Código' },
];
/** Key that ignores case and punctuation in codes. The server makes the final check. */
const keyOf = ({ brand, code }: Pick<Cross, 'brand' | 'code'>) =>
  `${fold(brand)} ${code.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')}`;

const nameOf = ({ brand, code }: Cross) => `${brand} ${code}`;

/** Step 5: the codes that other brands give to equivalent parts, added one after the other and changed in place. */
export function CrossesStep({ partId, crosses }: { partId: number; crosses: readonly Cross[] }) {
  const list = useRef<HTMLDivElement>(null);
  const remove = usePartSave(calls.remove, partId);
  const storeMany = usePartSave(calls.storeMany, partId);
  const paste = usePaste({
    words: WORDS,
    columns: PASTED,
    schema: calls.storeMany.body.shape.rows.element,
    keyOf,
    existing: crosses,
    most: MAX_ADDED,
    onAdd: (rows, onAdded) => storeMany({ body: { part_id: partId, rows } }, onAdded),
  });
  return (
    <>
      <Entries
        ref={list}
        fields="1fr 1fr"
        label="Equivalencias"
        entries={crosses}
        nameOf={nameOf}
        cells={({ brand, code }) => [
          brand,
          <Text key="code" span size="sm" ff="monospace">
            {code}
          </Text>,
        ]}
        form={(onAdded) => (
          <>
            <AddCross partId={partId} onAdded={onAdded} onPaste={paste.onPaste} />
            {paste.dialog}
          </>
        )}
        edit={(cross, onDone) => <EditCross partId={partId} cross={cross} onDone={onDone} />}
        remove={({ id }) => void remove({ body: { part_id: partId, cross_id: id } }, () => list.current?.focus())}
        empty={
          <Notice icon={IconArrowsExchange} title="Todavía no tiene equivalencias">
            Son los códigos con que otras marcas venden la misma pieza.
          </Notice>
        }
      />
      <RelatedParts partId={partId} />
    </>
  );
}

type AddProps = { partId: number; onAdded: (id: number) => void; onPaste: (event: ClipboardEvent) => void };

function AddCross({ partId, onAdded, onPaste }: AddProps) {
  const empty = { part_id: partId, cross_id: null, brand: '', code: '' };
  const { form, onSubmit, recovered } = useSave(calls.store, {
    name: 'new-cross',
    draft: `part/${partId}/new-cross`,
    initialValues: empty,
    what: ({ brand, code }) => `${brand} ${code}`.trim() || 'la equivalencia nueva',
    onSent: () => form.getInputNode('brand')?.focus(),
    onSaved: ({ id }) => onAdded(id),
  });
  return (
    <EntryForm
      adds
      label="Nueva equivalencia"
      onSubmit={onSubmit}
      onPaste={onPaste}
      recovered={recovered}
      buttons={
        <Button type="submit" leftSection={<IconPlus size={18} />}>
          Agregar
        </Button>
      }
    >
      <Fields partId={partId} form={form} labelled />
    </EntryForm>
  );
}

type EditProps = { partId: number; cross: Cross; onDone: (saved: boolean) => void };

function EditCross({ partId, cross, onDone }: EditProps) {
  const { form, onSubmit } = useSave(calls.store, {
    name: 'cross',
    initialValues: { part_id: partId, cross_id: cross.id, brand: cross.brand, code: cross.code },
    onSaved: () => onDone(true),
  });
  const start = useEffectEvent(() => {
    const field = form.getInputNode('code');
    if (field instanceof HTMLInputElement) field.select();
  });
  useEffect(() => start(), []);
  return (
    <EntryEdit name={nameOf(cross)} onSubmit={onSubmit} onCancel={() => onDone(false)}>
      <Fields partId={partId} form={form} />
    </EntryEdit>
  );
}

type FieldsProps = {
  partId: number;
  form: UseFormReturnType<Pick<Cross, 'brand' | 'code'>>;
  labelled?: boolean;
};

/** Without labels, the fields are named for screen readers. */
function Fields({ partId, form, labelled = false }: FieldsProps) {
  const brands = useCall(calls.brands, { params: { partId } });
  const named = (label: string) => (labelled ? { label } : { 'aria-label': label });
  return (
    <>
      <Suggest
        {...named('Marca')}
        required
        data={brands.data ?? []}
        {...form.getInputProps('brand')}
        onOptionSubmit={() => form.getInputNode('code')?.focus()}
      />
      <TextInput {...named('Código')} required autoComplete="off" spellCheck={false} {...form.getInputProps('code')} />
    </>
  );
}
