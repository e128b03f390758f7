import { Button, Stack, Text, Textarea, type TextareaProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { products } from '@piezario/contract/products';
import { templates } from '@piezario/contract/templates';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCall } from '../api/hooks.ts';

/** Placeholders that every product has. */
const FIXED = ['Producto', 'Marca', 'Código', 'Vehículos'];
/** Limit of placeholders that are offered. */
const MAX_OFFERED = 24;

type Props = TextareaProps & {
  value: string;
  /** Undefined for a new product, which has no template and no parts yet. */
  product: number | undefined;
};

/** The pattern of the descriptions of a product, with the description that it gives to one of its parts. */
export function PatternField({ value, product = 0, ...field }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const isStored = product > 0;
  const template = useCall(templates.show, { params: { productId: product } }, { enabled: isStored });
  const [typed] = useDebouncedValue(value.trim(), 300);
  const sent = { params: { id: product }, query: { description_pattern: typed } };
  const trial = useCall(products.describe, sent, { enabled: isStored, cancels: true, gcTime: 0 });
  const { suggested = '', problem, example } = trial.data ?? {};
  const names = [...FIXED, ...(template.data?.attributes ?? []).map(({ name }) => name)].slice(0, MAX_OFFERED);
  const insert = (text: string, from: number, until: number) => {
    const element = area.current;
    if (!element) return;
    element.focus();
    element.setRangeText(text, from, until, 'end');
    // The form reads the field from this event. Writing its value would move the cursor to the end.
    element.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <Stack gap={6}>
      <Textarea
        label="Patrón de la descripción"
        description={
          <>
            Con él, <b>Redactar descripción</b> escribe la de cada pieza. Lo que va entre llaves se reemplaza por el
            dato de la pieza. Lo que va entre corchetes se omite cuando falta el dato: [, diámetro {'{Diámetro}'}]. En
            blanco vale el sugerido.
          </>
        }
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        placeholder={suggested}
        {...field}
        value={value}
        ref={area}
      />
      <div className="row wrap gap-6">
        {names.map((name) => (
          <Button
            key={name}
            variant="default"
            size="compact-sm"
            aria-label={`Insertar {${name}}`}
            onClick={() => {
              const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
              insert(`{${name}}`, selectionStart, selectionEnd);
            }}
          >
            {name}
          </Button>
        ))}
        {suggested !== '' && suggested !== value.trim() && (
          <Button variant="subtle" size="compact-sm" onClick={() => insert(suggested, 0, value.length)}>
            Usar el sugerido
          </Button>
        )}
      </div>
      <div role="status">
        {problem && (
          <div className="row start gap-6 text-sm">
            <IconAlertTriangle size={18} aria-hidden className="rigid warning" />
            {problem}
          </div>
        )}
        {example && (
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            <span className="part-code">{example.code}</span>: {example.text}
          </Text>
        )}
      </div>
    </Stack>
  );
}
