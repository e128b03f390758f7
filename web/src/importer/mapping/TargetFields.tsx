import { Button, TextInput } from '@mantine/core';
import { products } from '@piezario/contract/products';
import type { Target } from '@piezario/contract/workbook-mappings';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCall } from '../../api/hooks.ts';
import { focusNextAfter } from '../../ui/focus.ts';
import { RowButton } from '../../ui/RowIcon.tsx';
import { Suggest } from '../../ui/Suggest.tsx';
import classes from './ColumnRow.module.css';

type Props<T extends Target = Target> = {
  /** The title of the column. */
  name: string;
  target: T;
  onChange: (target: Target) => void;
};

const MAX_ATTRIBUTES = 6;
const errorOf = (text: string) => (text.trim() === '' ? 'Completá este campo' : undefined);

/** What a target needs besides its kind. */
export function TargetFields({ target, ...rest }: Props) {
  switch (target.is) {
    case 'attribute':
      return <Attributes target={target} {...rest} />;
    case 'cross':
      return (
        <TextInput
          aria-label={`Marca de los códigos de ${rest.name}`}
          placeholder="La marca está en la celda o es la del vehículo"
          autoComplete="off"
          maxLength={100}
          value={target.brand}
          onChange={({ currentTarget }) => rest.onChange({ is: 'cross', brand: currentTarget.value })}
        />
      );
    case 'application':
      return target.vehicle !== undefined ? (
        <TextInput
          aria-label={`Vehículo de ${rest.name}`}
          placeholder="Vehículo"
          autoComplete="off"
          maxLength={200}
          error={errorOf(target.vehicle)}
          value={target.vehicle}
          onChange={({ currentTarget }) => rest.onChange({ is: 'application', vehicle: currentTarget.value })}
        />
      ) : (
        <TextInput
          aria-label={`Marca de los vehículos de ${rest.name}`}
          placeholder="La marca está en la celda"
          autoComplete="off"
          maxLength={100}
          value={target.brand ?? ''}
          onChange={({ currentTarget }) => rest.onChange({ is: 'application', brand: currentTarget.value })}
        />
      );
    case 'codes':
      return <Product target={target} {...rest} />;
    default:
      return null;
  }
}

type Of<Is extends Target['is']> = Props<Extract<Target, { is: Is }>>;

/** Several attributes when a cell has a value for each of them: «10 x 20». */
function Attributes({ name, target: { is, attributes }, onChange }: Of<'attribute'>) {
  const set = (next: typeof attributes) => onChange({ is, attributes: next });
  const change = (index: number, next: Partial<(typeof attributes)[number]>) =>
    set(attributes.map((one, at) => (at === index ? { ...one, ...next } : one)));
  const box = useRef<HTMLDivElement>(null);
  /** Focuses the name of the attribute at that place after the change. */
  const setAndFocus = (next: typeof attributes, index: number) =>
    focusNextAfter(() => set(next), box.current, '[data-name]', index);
  const numbered = (index: number) => (attributes.length > 1 ? ` ${index + 1}` : '');
  return (
    <div ref={box} className="stack gap-4">
      {attributes.map((attribute, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name while one is typed
        <div key={index} className={classes.attribute}>
          <TextInput
            data-name
            aria-label={`Atributo${numbered(index)} de ${name}`}
            placeholder="Atributo"
            autoComplete="off"
            maxLength={100}
            error={errorOf(attribute.name)}
            value={attribute.name}
            onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
          />
          <TextInput
            aria-label={`Unidad${numbered(index)} de ${name}`}
            placeholder="Unidad"
            autoComplete="off"
            maxLength={30}
            value={attribute.unit}
            onChange={({ currentTarget }) => change(index, { unit: currentTarget.value })}
          />
          {attributes.length > 1 && (
            <RowButton
              icon={IconTrash}
              title="Quitar"
              label={`Quitar el atributo ${index + 1} de ${name}`}
              onClick={() => setAndFocus(attributes.toSpliced(index, 1), index)}
            />
          )}
        </div>
      ))}
      {attributes.length < MAX_ATTRIBUTES && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.more}
          leftSection={<IconPlus size={16} />}
          aria-label={`Otro atributo en la celda de ${name}`}
          onClick={() => setAndFocus([...attributes, { name: '', unit: '' }], attributes.length)}
        >
          Otro atributo en la celda
        </Button>
      )}
    </div>
  );
}

const EVERYWHERE = { params: { categoryId: 'all', brandId: 'all' } } as const;

function Product({ name, target: { is, product }, onChange }: Of<'codes'>) {
  const options = useCall(products.json, EVERYWHERE).data ?? [];
  return (
    <Suggest
      aria-label={`Producto de los códigos de ${name}`}
      placeholder="Producto"
      error={errorOf(product)}
      data={[...new Set(options.map((option) => option.name))]}
      value={product}
      onChange={(next) => onChange({ is, product: next })}
    />
  );
}
