import { Button, Text } from '@mantine/core';
import { attributes as calls } from '@piezario/contract/attributes';
import type { TemplateAttribute } from '@piezario/contract/templates';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Unsaved } from '../ui/Unsaved.tsx';
import { useSave } from '../ui/useSave.tsx';
import classes from './AttributesStep.module.css';
import { ValueField } from './ValueField.tsx';

type Row = { readonly name: string; readonly value: string; readonly unit: string };
type Values = { readonly part_id: number; rows: Row[] };

type Props = {
  partId: number;
  template: readonly TemplateAttribute[];
  /** Attributes of the template that the part does not have. */
  missing: readonly TemplateAttribute[];
  /** Called when all missing attributes are saved. */
  onDone: () => void;
};

/**
 * Form for the attributes of the template that the part does not have. One save stores all that are filled in. Its
 * values have a row for every attribute of the template, so that indexes do not change while other rows are saved.
 */
export function MissingAttributes({ partId, template, missing, onDone }: Props) {
  const blank: Values = { part_id: partId, rows: template.map(({ name, unit }) => ({ name, value: '', unit })) };
  /** Indexes of the rows that are sent. */
  const filledIn = ({ rows }: Values) =>
    missing.map((attribute) => template.indexOf(attribute)).filter((place) => rows[place]?.value.trim());
  const rowsAt = ({ rows }: Values, places: readonly number[]) => places.flatMap((place) => rows[place] ?? []);
  // Names of rows that are being saved, until the part has them.
  const [sent, setSent] = useState<readonly string[]>([]);
  const waiting = sent.filter((name) => missing.some((attribute) => attribute.name === name));
  if (waiting.length < sent.length) setSent(waiting);
  const open = missing.filter(({ name }) => !sent.includes(name));
  const { form, onSubmit, recovered } = useSave(calls.storeMany, {
    name: 'missing',
    draft: `part/${partId}/missing`,
    initialValues: blank,
    sends: {
      body: (values) => ({ ...values, rows: rowsAt(values, filledIn(values)) }),
      pathOf: (path, values) => path.replace(/^rows\.(\d+)/, (_, index) => `rows.${filledIn(values)[Number(index)]}`),
    },
    what: (values) => namesInWords(rowsAt(values, filledIn(values)).map(({ name }) => name)),
    onSent: (values) => {
      const filled = filledIn(values);
      const isFilled = (attribute: TemplateAttribute) => filled.includes(template.indexOf(attribute));
      const next = open.find((attribute) => !isFilled(attribute));
      if (next) form.getInputNode(pathOf(template.indexOf(next)))?.focus();
      setSent([...sent, ...open.filter(isFilled).map(({ name }) => name)]);
    },
    onSaved: () => {
      if (open.length === 0) onDone();
    },
    onRefused: () => {
      // Renders at once, so that a field with an error can be focused.
      flushSync(() => setSent([]));
      return false;
    },
  });
  const filled = filledIn(form.values).length;
  return (
    <form noValidate onSubmit={onSubmit} aria-label="Completar la plantilla" className={classes.template}>
      {recovered && <div className={classes.recovered}>{recovered}</div>}
      <ul className="divided">
        {open.map((attribute) => {
          const { name, unit, importance } = attribute;
          const place = template.indexOf(attribute);
          return (
            <li key={name} className={classes.toComplete}>
              <span className={classes.missing}>
                {name}
                {importance === 'required' && <span className={classes.required}>Obligatorio</span>}
              </span>
              <ValueField
                aria-label={name}
                field={form.getInputProps(pathOf(place))}
                value={form.values.rows[place]?.value ?? ''}
                attribute={attribute}
              />
              <Text span size="sm" c="dimmed" className={classes.unit}>
                {unit}
              </Text>
            </li>
          );
        })}
      </ul>
      <div className={classes.save}>
        <Unsaved isDirty={filled > 0} />
        <Button type="submit" leftSection={<IconDeviceFloppy size={18} />} disabled={filled === 0}>
          {filled > 1 ? `Guardar ${filled}` : 'Guardar'}
        </Button>
      </div>
    </form>
  );
}

const pathOf = (place: number) => `rows.${place}.value`;

const LIST = new Intl.ListFormat('es-AR');
const namesInWords = (names: readonly string[]) => LIST.format(names);
