import { useDebouncedValue } from '@mantine/hooks';
import { TemplateAttribute, type TemplateConsequences, templates } from '@piezario/contract/templates';
import { useCall } from '../api/hooks.ts';
import type { Row } from './rows.ts';

/** Milliseconds after the last change. */
const PAUSE = 400;
const ONCE = { gcTime: 0, refetchOnWindowFocus: false, cancels: true } as const;

/** The consequences of saving the rows. Those of a row are found by its key. */
type Consequences = {
  readonly of: (key: number) => TemplateConsequences | undefined;
  /** How many parts were compared, when they are not all of the product. */
  readonly compared: number | undefined;
  readonly unlisted: TemplateConsequences['missing'] | undefined;
};

/** Reads what saving the rows would do to the parts. Rows that are not complete yet are left out. */
export function useConsequences(product: number, rows: readonly Row[], keys: readonly number[], isDirty: boolean) {
  const [asked] = useDebouncedValue({ rows, keys, isDirty }, PAUSE);
  const complete = asked.rows.filter((row) => TemplateAttribute.safeParse(row).success);
  const reported = complete.flatMap(({ key }, index) => (asked.keys.includes(key) ? [{ key, index }] : []));
  const read = useCall(
    templates.preview,
    {
      body: {
        product_id: product,
        attributes: complete.map(({ key: _, ...attribute }) => attribute),
        rows: reported.map(({ index }) => index),
      },
    },
    { ...ONCE, enabled: asked.isDirty || reported.length > 0 },
  );
  const preview = read.isPlaceholderData ? undefined : read.data;
  const consequences: Consequences = {
    of: (key) => preview?.rows[reported.findIndex((row) => row.key === key)],
    compared: preview?.is_whole === 0 ? preview.parts : undefined,
    // A row that is left out would count as an attribute that the template does not name.
    unlisted: asked.isDirty && complete.length === asked.rows.length ? preview?.unlisted : undefined,
  };
  return consequences;
}
