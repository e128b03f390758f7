import { Button, Text, TextInput } from '@mantine/core';
import { crosses as calls } from '@piezario/contract/crosses';
import type { Result } from '@piezario/contract/endpoint';
import { IconArrowsExchange, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { Entries, EntryForm, EntryRow } from '../ui/Entries.tsx';
import { Notice } from '../ui/Notice.tsx';
import { RowButton } from '../ui/RowIcon.tsx';
import { Suggest } from '../ui/Suggest.tsx';
import { useRemoval } from '../ui/useRemoval.ts';
import { useSave } from '../ui/useSave.ts';
import { useUnsaved } from '../ui/useUnsaved.tsx';
import { RelatedParts } from './RelatedParts.tsx';

type Cross = Result<typeof calls.store>;

/** Step 5: the codes that other brands give to equivalent parts. */
export function CrossesStep({ partId, crosses }: { partId: number; crosses: readonly Cross[] }) {
  const list = useRef<HTMLDivElement>(null);
  const [fresh, setFresh] = useState<number | null>(null);
  const removal = useRemoval(calls.remove, calls.restore, () => list.current?.focus());
  const remove = ({ id, brand, code }: Cross) => {
    const sent = { body: { part_id: partId, cross_id: id } };
    removal(`la equivalencia ${brand} ${code}`, sent, sent);
  };
  return (
    <>
      <Entries
        ref={list}
        fields="1fr 1fr"
        label="Equivalencias"
        form={<AddCross partId={partId} onAdded={setFresh} />}
        empty={
          <Notice icon={IconArrowsExchange} title="Todavía no tiene equivalencias">
            Son los códigos con que otras marcas venden la misma pieza.
          </Notice>
        }
      >
        {crosses.map((cross) => (
          <EntryRow
            key={cross.id}
            id={cross.id}
            fresh={cross.id === fresh}
            cells={[
              cross.brand,
              <Text key="code" span size="sm" ff="monospace">
                {cross.code}
              </Text>,
            ]}
            actions={
              <RowButton
                icon={IconTrash}
                title="Eliminar"
                label={`Eliminar ${cross.brand} ${cross.code}`}
                onClick={() => remove(cross)}
              />
            }
          />
        ))}
      </Entries>
      <RelatedParts partId={partId} />
    </>
  );
}

function AddCross({ partId, onAdded }: { partId: number; onAdded: (id: number) => void }) {
  const brands = useCall(calls.brands, { params: { partId } });
  const { form, onSubmit } = useSave(calls.store, {
    name: 'new-cross',
    initialValues: { part_id: partId, brand: '', code: '' },
    onSaved: ({ id }) => {
      form.reset();
      form.getInputNode('brand')?.focus();
      onAdded(id);
    },
  });
  useUnsaved(() => form.isDirty());
  return (
    <EntryForm
      adds
      label="Nueva equivalencia"
      onSubmit={onSubmit}
      buttons={
        <Button type="submit" leftSection={<IconPlus size={18} />}>
          Agregar
        </Button>
      }
    >
      <Suggest
        label="Marca"
        required
        data={brands.data ?? []}
        {...form.getInputProps('brand')}
        onOptionSubmit={() => form.getInputNode('code')?.focus()}
      />
      <TextInput label="Código" required autoComplete="off" spellCheck={false} {...form.getInputProps('code')} />
    </EntryForm>
  );
}
