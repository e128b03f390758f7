import { Text } from '@mantine/core';
import { attributes as calls } from '@piezario/contract/attributes';
import type { TemplateAttribute } from '@piezario/contract/templates';
import { IconCheck } from '@tabler/icons-react';
import { useRef } from 'react';
import { EntryForm } from '../ui/Entries.tsx';
import { RowButton } from '../ui/RowIcon.tsx';
import { useSave } from '../ui/useSave.tsx';
import classes from './AttributesStep.module.css';
import { ValueField } from './ValueField.tsx';

type Props = {
  partId: number /** In the template. */;
  place: number;
  attribute: TemplateAttribute;
  onAdded: (id: number) => void;
};

/** An attribute of the template that the part has not: a value is all that it takes. */
export function MissingAttribute({ partId, place, attribute, onAdded }: Props) {
  const { name, unit, importance } = attribute;
  const item = useRef<HTMLLIElement>(null);
  const { form, onSubmit } = useSave(calls.store, {
    name: `missing-${place}`,
    initialValues: { part_id: partId, attribute_id: null, name, value: '', unit },
    // The row goes away with the focus in it, which goes on to the next one.
    onSaved: ({ id }) => {
      const next = item.current?.nextElementSibling?.querySelector<HTMLElement>('input, select');
      onAdded(id);
      next?.focus();
    },
  });
  return (
    <li ref={item} className={classes.toComplete}>
      <EntryForm
        label={`Completar ${name}`}
        onSubmit={onSubmit}
        buttons={
          <>
            <button type="submit" hidden />
            <RowButton icon={IconCheck} title="Guardar" label={`Guardar ${name}`} onClick={() => onSubmit()} />
          </>
        }
      >
        <span className={classes.missing}>
          {name}
          {importance === 'required' && <span className={classes.required}>Obligatorio</span>}
        </span>
        <ValueField aria-label={name} form={form} attribute={attribute} />
        <Text span size="sm" c="dimmed" className={classes.unit}>
          {unit}
        </Text>
      </EntryForm>
    </li>
  );
}
