import { Text } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import type { TemplateAttribute } from '@piezario/contract/templates';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../ui/format.ts';
import { useDrag } from '../ui/useDrag.ts';
import { Unlisted } from './Consequences.tsx';
import { errorUnder, isSaved, moved, type Row, type TemplateForm } from './rows.ts';
import classes from './Template.module.css';
import { type RowActions, TemplateRow } from './TemplateRow.tsx';
import { useConsequences } from './useConsequences.ts';

/** Fields in the details of a row. */
const IN_DETAILS: readonly (keyof Row)[] = ['aliases', 'values', 'min', 'max', 'units', 'mercadolibre_id'];

type Props = { form: TemplateForm /** The stored attributes. */; saved: readonly TemplateAttribute[] };

/** The attributes in their order, which is changed by dragging or with buttons. */
export function TemplateRows({ form, saved }: Props) {
  const rows = form.values.attributes;
  const product = form.values.product_id;
  const [open, setOpen] = useOpenRows(rows, form.errors);
  const reported = rows.filter((row) => open.includes(row.key) || !isSaved(row, saved)).map(({ key }) => key);
  const { of, compared, unlisted } = useConsequences(product, rows, reported, form.isDirty());
  const list = useRef<HTMLOListElement>(null);
  useFocusOnNew(list, rows.length);
  const move = (from: number, to: number) => {
    form.clearErrors();
    form.setFieldValue('attributes', moved(rows, from, to));
  };
  const { drag, ghost, start } = useDrag(list, (id, to) => move(id - 1, to - 1));
  const dragged = drag ? rows[drag.id - 1] : undefined;
  const preview = drag ? moved(rows, drag.id - 1, drag.to - 1) : rows;
  const on: RowActions = {
    drag: start,
    move,
    remove: (index) => {
      list.current?.focus();
      form.clearErrors();
      form.setFieldValue('attributes', rows.toSpliced(index, 1));
    },
    toggle: (key) => setOpen((keys) => (keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key])),
  };
  if (rows.length === 0) {
    return <Text size="sm">Todavía no tiene atributos: sus piezas llevan los que quieran.</Text>;
  }
  return (
    <>
      <div className={classes.headings} aria-hidden>
        <span />
        <span>Nombre</span>
        <span>Tipo</span>
        <span>Unidad</span>
        <span>Importancia</span>
      </div>
      <ol
        ref={list}
        tabIndex={-1}
        className="column divided frame rounded anchored unringed"
        aria-label="Atributos de la plantilla"
      >
        {rows.map((row, index) => (
          <TemplateRow
            key={row.key}
            form={form}
            row={row}
            index={index}
            count={rows.length}
            place={preview.indexOf(row)}
            dragging={drag !== null}
            dragged={row === dragged}
            isOpen={open.includes(row.key)}
            consequences={of(row.key)}
            on={on}
          />
        ))}
      </ol>
      {unlisted && unlisted.parts > 0 && <Unlisted product={product} unlisted={unlisted} />}
      {compared !== undefined && (
        <Text size="xs" c="dimmed">
          Se compararon las {formatNumber(compared)} piezas más nuevas. Al guardar se comparan todas.
        </Text>
      )}
      {dragged && (
        <div ref={ghost} className={classes.ghost}>
          {dragged.name}
        </div>
      )}
    </>
  );
}

/** Keys of the rows with open details. The details of a row with errors open, and stay open while it is corrected. */
function useOpenRows(rows: readonly Row[], errors: FormErrors) {
  const [open, setOpen] = useState<readonly number[]>([]);
  const [known, setKnown] = useState(errors);
  if (errors !== known) {
    const isWrong = (index: number) =>
      IN_DETAILS.some((field) => errorUnder(errors, `attributes.${index}.${field}`) !== undefined);
    const wrong = rows.filter((_, index) => isWrong(index)).map(({ key }) => key);
    setKnown(errors);
    setOpen([...new Set([...open, ...wrong])]);
  }
  return [open, setOpen] as const;
}

/** Focuses the name of an added row. */
function useFocusOnNew(list: { readonly current: HTMLElement | null }, count: number) {
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) list.current?.querySelector<HTMLInputElement>(':scope > :last-child input')?.focus();
    before.current = count;
  }, [list, count]);
}
