import { Button, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { attributes as calls } from '@piezario/contract/attributes';
import type { Result } from '@piezario/contract/endpoint';
import { IconCheck, IconListDetails, IconPencil, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { Entries, EntryForm, EntryRow, useFocusBack } from '../ui/Entries.tsx';
import { Notice } from '../ui/Notice.tsx';
import { RowButton } from '../ui/RowIcon.tsx';
import { Suggest } from '../ui/Suggest.tsx';
import { useRemoval } from '../ui/useRemoval.ts';
import { useSave } from '../ui/useSave.ts';
import { useUnsaved } from '../ui/useUnsaved.tsx';
import { fold } from '../ui/words.ts';

type Attribute = Result<typeof calls.store>;
type Suggestion = Result<typeof calls.suggestions>[number];

/** Step 3: the attributes of the part, added one after the other by keyboard and changed in place. */
export function AttributesStep({ partId, attributes }: { partId: number; attributes: readonly Attribute[] }) {
  const list = useRef<HTMLDivElement>(null);
  const [fresh, setFresh] = useState<number | null>(null);
  const [edited, edit] = useState<number | null>(null);
  useFocusBack(list, edited);
  const suggestions = useSuggestions(partId, attributes);
  const removal = useRemoval(calls.remove, calls.restore, () => list.current?.focus());
  const remove = ({ id, name }: Attribute) => {
    const sent = { body: { part_id: partId, attribute_id: id } };
    removal(`el atributo ${name}`, sent, sent);
  };
  return (
    <Entries
      ref={list}
      fields="minmax(0, 1.3fr) minmax(0, 1fr) 120px"
      label="Atributos"
      form={<AddAttribute partId={partId} suggestions={suggestions} onAdded={setFresh} />}
      empty={
        <Notice icon={IconListDetails} title="Todavía no tiene atributos">
          Medidas, material, peso: lo que permite comparar esta pieza con otras.
        </Notice>
      }
    >
      {attributes.map((attribute) =>
        attribute.id === edited ? (
          <li key={attribute.id}>
            <EditAttribute
              attribute={attribute}
              suggestions={suggestions}
              onDone={(saved) => {
                edit(null);
                if (saved) setFresh(attribute.id);
              }}
            />
          </li>
        ) : (
          <Row
            key={attribute.id}
            attribute={attribute}
            fresh={attribute.id === fresh}
            onEdit={() => edit(attribute.id)}
            onRemove={() => remove(attribute)}
          />
        ),
      )}
    </Entries>
  );
}

/** Those that the part does not have yet. */
function useSuggestions(partId: number, attributes: readonly Attribute[]): readonly Suggestion[] {
  const { data } = useCall(calls.suggestions, { params: { partId } });
  const taken = new Set(attributes.map(({ name }) => fold(name)));
  return data?.filter(({ name }) => !taken.has(fold(name))) ?? [];
}

type RowProps = { attribute: Attribute; fresh: boolean; onEdit: () => void; onRemove: () => void };

const Row = ({ attribute: { id, name, value, unit }, fresh, onEdit, onRemove }: RowProps) => (
  <EntryRow
    id={id}
    fresh={fresh}
    cells={[
      name,
      value,
      <Text key="unit" span size="sm" c="dimmed">
        {unit}
      </Text>,
    ]}
    actions={
      <>
        <RowButton icon={IconPencil} title="Editar" label={`Editar ${name}`} onClick={onEdit} />
        <RowButton icon={IconTrash} title="Eliminar" label={`Eliminar ${name}`} onClick={onRemove} />
      </>
    }
  />
);

type AddProps = { partId: number; suggestions: readonly Suggestion[]; onAdded: (id: number) => void };

function AddAttribute({ partId, suggestions, onAdded }: AddProps) {
  const { form, onSubmit } = useSave(calls.store, {
    name: 'new-attribute',
    initialValues: { part_id: partId, attribute_id: null, name: '', value: '', unit: '' },
    onSaved: ({ id }) => {
      form.reset();
      form.getInputNode('name')?.focus();
      onAdded(id);
    },
  });
  useUnsaved(() => form.isDirty());
  return (
    <EntryForm
      adds
      label="Nuevo atributo"
      onSubmit={onSubmit}
      buttons={
        <Button type="submit" leftSection={<IconPlus size={18} />}>
          Agregar
        </Button>
      }
    >
      <Fields form={form} suggestions={suggestions} labelled />
    </EntryForm>
  );
}

type EditProps = { attribute: Attribute; suggestions: readonly Suggestion[]; onDone: (saved: boolean) => void };

function EditAttribute({ attribute, suggestions, onDone }: EditProps) {
  const { id, part_id, name, value, unit } = attribute;
  const { form, onSubmit } = useSave(calls.store, {
    name: 'attribute',
    initialValues: { part_id, attribute_id: id, name, value, unit },
    onSaved: () => onDone(true),
  });
  useUnsaved(() => form.isDirty());
  const start = useEffectEvent(() => {
    const field = form.getInputNode('value');
    if (field instanceof HTMLInputElement) field.select();
  });
  useEffect(() => start(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Escape ends the edit without closing the dialog.
    event.preventDefault();
    onDone(false);
  };
  return (
    <EntryForm
      label={`Editar ${name}`}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      buttons={
        <>
          <button type="submit" hidden />
          <RowButton icon={IconX} title="Cancelar" label="Cancelar" onClick={() => onDone(false)} />
          <RowButton icon={IconCheck} title="Guardar" label={`Guardar ${name}`} onClick={onSubmit} />
        </>
      }
    >
      <Fields form={form} suggestions={suggestions} />
    </EntryForm>
  );
}

type Values = { name: string; value: string; unit: string };
type FieldsProps = { form: UseFormReturnType<Values>; suggestions: readonly Suggestion[]; labelled?: boolean };

/** Without labels, the fields are named for screen readers. */
function Fields({ form, suggestions, labelled = false }: FieldsProps) {
  const named = (label: string) => (labelled ? { label } : { 'aria-label': label });
  const name = form.getInputProps('name');
  const setName = (text: string) => {
    name.onChange(text);
    const known = suggestions.find((one) => fold(one.name) === fold(text.trim()));
    if (known) form.setFieldValue('unit', known.unit);
  };
  return (
    <>
      <Suggest
        {...named('Nombre')}
        required
        data={suggestions.map((one) => one.name)}
        {...name}
        onChange={setName}
        onOptionSubmit={() => form.getInputNode('value')?.focus()}
      />
      <TextInput {...named('Valor')} required autoComplete="off" {...form.getInputProps('value')} />
      <TextInput {...named('Unidad')} autoComplete="off" {...form.getInputProps('unit')} />
    </>
  );
}
