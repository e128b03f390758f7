import { Button, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { MAX_ADDED } from '@piezario/contract/added';
import { attributes as calls, MISFIT_REASONS } from '@piezario/contract/attributes';
import type { Result } from '@piezario/contract/endpoint';
import { GAP_NAMES, type Gap, isBarcode } from '@piezario/contract/gaps';
import type { TemplateAttribute } from '@piezario/contract/templates';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { type ClipboardEvent, Fragment, useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useCall } from '../api/hooks.ts';
import { usePartSave } from '../history/usePartSave.ts';
import { Entries, EntryEdit, EntryForm } from '../ui/Entries.tsx';
import { Notice } from '../ui/Notice.tsx';
import { usePaste } from '../ui/paste/usePaste.tsx';
import { Suggest } from '../ui/Suggest.tsx';
import { useSave } from '../ui/useSave.tsx';
import { fold } from '../ui/words.ts';
import { MissingAttributes } from './MissingAttributes.tsx';
import { missingIn, NONE, useTemplate } from './template.ts';
import { ValueField } from './ValueField.tsx';

type Attribute = Result<typeof calls.store>;
type Suggestion = Result<typeof calls.suggestions>[number];

const WORDS = { one: 'atributo', many: 'atributos', article: 'el' } as const;
const PASTED = [
  { key: 'name', label: 'Nombre' },
  { key: 'value', label: 'Valor' },
  { key: 'unit', label: 'Unidad' },
];

type Props = {
  part: { readonly id: number; readonly part_product_id: number; readonly attributes: readonly Attribute[] };
  asked: AskedGap | null;
};

/** Gap that the person asked to fill. A new object repeats the request. */
export type AskedGap = { readonly gap: Gap };

/**
 * Step 3: the attributes of the part, added one after the other by keyboard and changed in place. Below them is a form
 * for attributes of the product's template that the part does not have.
 */
export function AttributesStep({ part: { id: partId, part_product_id, attributes }, asked }: Props) {
  const suggestions = useSuggestions(partId, attributes);
  const template = useTemplate(part_product_id);
  const missing = missingIn(template, attributes);
  const list = useRef<HTMLDivElement>(null);
  const remove = usePartSave(calls.remove, partId);
  const storeMany = usePartSave(calls.storeMany, partId);
  const paste = usePaste({
    words: WORDS,
    columns: PASTED,
    schema: calls.storeMany.body.shape.rows.element,
    keyOf: ({ name }) => fold(name),
    existing: attributes,
    most: MAX_ADDED,
    onAdd: (rows, onAdded) => storeMany({ body: { part_id: partId, rows } }, onAdded),
  });
  return (
    <Entries
      ref={list}
      fields="minmax(0, 1.3fr) minmax(0, 1fr) 120px"
      label="Atributos"
      entries={attributes}
      nameOf={({ name }) => name}
      cells={cellsOf}
      form={(onAdded) => (
        <>
          <AddAttribute
            partId={partId}
            suggestions={suggestions}
            template={template}
            onAdded={onAdded}
            onPaste={paste.onPaste}
            asked={asked}
            attributes={attributes}
          />
          {paste.dialog}
        </>
      )}
      edit={(attribute, onDone) => (
        <EditAttribute attribute={attribute} suggestions={suggestions} template={template} onDone={onDone} />
      )}
      remove={({ id }) => void remove({ body: { part_id: partId, attribute_id: id } }, () => list.current?.focus())}
      rest={
        missing.length > 0 && (
          <MissingAttributes
            key={template.map(({ name }) => name).join()}
            partId={partId}
            template={template}
            missing={missing}
            onDone={() => list.current?.focus()}
          />
        )
      }
      empty={
        <Notice icon={IconListDetails} title="Todavía no tiene atributos">
          Medidas, material, peso: lo que permite comparar esta pieza con otras.
        </Notice>
      }
    />
  );
}

/** Suggests attributes that the part does not have. */
function useSuggestions(partId: number, attributes: readonly Attribute[]): readonly Suggestion[] {
  const { data } = useCall(calls.suggestions, { params: { partId } });
  const taken = new Set(attributes.map(({ name }) => fold(name)));
  return data?.filter(({ name }) => !taken.has(fold(name))) ?? [];
}

const cellsOf = ({ name, value, unit, misfit }: Attribute) => [
  name,
  <Fragment key="value">
    {value}
    {misfit && (
      <Text span size="xs" className="block error">
        Fuera de plantilla: {MISFIT_REASONS[misfit].toLowerCase()}
      </Text>
    )}
  </Fragment>,
  <Text key="unit" span size="sm" c="dimmed">
    {unit}
  </Text>,
];

const find = (selector: string) => document.querySelector<HTMLElement>(selector);

type AddProps = {
  partId: number;
  suggestions: readonly Suggestion[];
  template: readonly TemplateAttribute[];
  onAdded: (id: number) => void;
  onPaste: (event: ClipboardEvent) => void;
} & Pick<Props, 'asked'> &
  Pick<Props['part'], 'attributes'>;

function AddAttribute({ partId, suggestions, template, onAdded, onPaste, asked, attributes }: AddProps) {
  const empty = { part_id: partId, attribute_id: null, name: '', value: '', unit: '' };
  const { form, start, onSubmit, recovered } = useSave(calls.store, {
    name: 'new-attribute',
    draft: `part/${partId}/new-attribute`,
    initialValues: empty,
    what: ({ name, value }) => `${name} ${value}`.trim() || 'el atributo nuevo',
    onSent: () => form.getInputNode('name')?.focus(),
    onSaved: ({ id }) => onAdded(id),
  });
  const answered = useRef<AskedGap>(null);
  /** Focuses the missing attribute's field, or opens the stored barcode for editing, or starts a new barcode. */
  const answer = useEffectEvent(({ gap }: AskedGap) => {
    const isWanted = ({ name }: { name: string }) => (gap === 'barcode' ? isBarcode(name) : gap === 'attributes');
    const missing = missingIn(template, attributes).find(isWanted);
    const stored = gap === 'barcode' && attributes.find(isWanted);
    if (missing) find(`[data-path="missing-rows.${template.indexOf(missing)}.value"]`)?.focus();
    else if (stored) find(`[aria-label="${CSS.escape(`Editar ${stored.name}`)}"]`)?.click();
    else if (gap === 'barcode') {
      if (!form.isDirty()) start({ ...empty, name: GAP_NAMES.barcode });
      form.getInputNode('value')?.focus();
    }
  });
  useEffect(() => {
    if (!asked || asked === answered.current || template === NONE) return;
    answered.current = asked;
    answer(asked);
  }, [asked, template]);
  return (
    <EntryForm
      adds
      label="Nuevo atributo"
      onSubmit={onSubmit}
      onPaste={onPaste}
      recovered={recovered}
      buttons={
        <Button type="submit" leftSection={<IconPlus size={18} />}>
          Agregar
        </Button>
      }
    >
      <Fields form={form} suggestions={suggestions} template={template} labelled />
    </EntryForm>
  );
}

type EditProps = {
  attribute: Attribute;
  suggestions: readonly Suggestion[];
  template: readonly TemplateAttribute[];
  onDone: (saved: boolean) => void;
};

function EditAttribute({ attribute, suggestions, template, onDone }: EditProps) {
  const { id, part_id, name, value, unit } = attribute;
  const { form, onSubmit } = useSave(calls.store, {
    name: 'attribute',
    initialValues: { part_id, attribute_id: id, name, value, unit },
    onSaved: () => onDone(true),
  });
  const start = useEffectEvent(() => {
    const field = form.getInputNode('value');
    field?.focus();
    if (field instanceof HTMLInputElement) field.select();
  });
  useEffect(() => start(), []);
  return (
    <EntryEdit name={name} onSubmit={onSubmit} onCancel={() => onDone(false)}>
      <Fields form={form} suggestions={suggestions} template={template} />
    </EntryEdit>
  );
}

type Values = { name: string; value: string; unit: string };
type FieldsProps = {
  form: UseFormReturnType<Values>;
  suggestions: readonly Suggestion[];
  template: readonly TemplateAttribute[];
  labelled?: boolean;
};

/** Without labels, the fields are named for screen readers. */
function Fields({ form, suggestions, template, labelled = false }: FieldsProps) {
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
        onOptionSubmit={(chosen) => {
          // The name may change the kind of the value's field, which has to be rendered before it is focused.
          flushSync(() => setName(chosen));
          form.getInputNode('value')?.focus();
        }}
      />
      <ValueField
        {...named('Valor')}
        required
        field={form.getInputProps('value')}
        value={form.values.value}
        attribute={template.find((one) => fold(one.name) === fold(form.values.name.trim()))}
      />
      <TextInput {...named('Unidad')} autoComplete="off" {...form.getInputProps('unit')} />
    </>
  );
}
