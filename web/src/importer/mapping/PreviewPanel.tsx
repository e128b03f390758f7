import { Button, Text } from '@mantine/core';
import type { PreviewPart } from '@piezario/contract/workbook-mappings';
import { Disclosure } from '../../ui/Disclosure.tsx';
import classes from './Preview.module.css';
import type { PreviewRead } from './usePreview.ts';

type Props = { read: PreviewRead; withSheet: boolean };

/** The first parts as they would be stored. */
export const PreviewPanel = ({ read, withSheet }: Props) => (
  <Disclosure
    open
    className={classes.panel}
    label={
      <>
        Así quedarían
        <span className="dim regular" role="status">
          {stateOf(read)}
        </span>
      </>
    }
  >
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reachable by keyboard */}
    <section className={classes.parts} tabIndex={0} aria-label="Primeras piezas">
      {read.error && (
        <Text size="sm" c="red" component="div" role="alert">
          {read.error.message}{' '}
          <Button variant="subtle" size="compact-sm" onClick={read.retry}>
            Reintentar
          </Button>
        </Text>
      )}
      {read.preview?.parts.length === 0 && (
        <Text size="sm" c="dimmed">
          Con este mapeo no se lee ninguna pieza.
        </Text>
      )}
      <ol className="divided">
        {read.preview?.parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row may have several parts, also with one code
          <li key={index} className="pad-y-8">
            <Part part={part} withSheet={withSheet} />
          </li>
        ))}
      </ol>
    </section>
  </Disclosure>
);

function stateOf({ isFresh, isComplete, error, preview }: PreviewRead): string {
  if (error) return '';
  if (!isComplete) return 'Falta completar un campo';
  if (!isFresh) return preview ? 'Actualizando…' : 'Leyendo…';
  const parts = preview?.parts.length ?? 0;
  return parts === 1 ? '1 pieza' : `las primeras ${parts} piezas`;
}

const Part = ({ part, withSheet }: { part: PreviewPart; withSheet: boolean }) => (
  <>
    <div className="flex apart gap-12 baseline">
      <span className="strong code breaks">{part.code || '—'}</span>
      <span className="rigid dim text-sm">{withSheet ? `${part.sheet}, fila ${part.row}` : `fila ${part.row}`}</span>
    </div>
    <div className="dim text-sm">{[part.brand, part.product].map((name) => name || '—').join(' · ')}</div>
    {part.fields.map(({ label, value }) => (
      <Line key={label} label={label} values={[value]} />
    ))}
    <Line
      label="Atributos"
      values={part.attributes.map(({ name, value, unit }) => `${name}: ${value}${unit && ` ${unit}`}`)}
    />
    <Line label="Equivalencias" values={part.crosses.map(({ brand, code }) => `${brand}: ${code}`)} />
    <Line label="Vehículos" values={part.applications} />
  </>
);

const MAX_VALUES = 12;

const Line = ({ label, values }: { label: string; values: readonly string[] }) =>
  values.length > 0 && (
    <div className="text-sm breaks">
      <span className="dim text-sm">{label}</span> {values.slice(0, MAX_VALUES).join(' · ')}
      {values.length > MAX_VALUES && ` y ${values.length - MAX_VALUES} más`}
    </div>
  );
