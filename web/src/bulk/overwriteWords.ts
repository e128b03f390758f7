import type { BulkAction, BulkOverwrites, BulkSample } from '@piezario/contract/bulk';
import { PART_FIELDS } from '@piezario/contract/part-fields';
import { formatNumber } from '../ui/format.ts';
import { counted } from '../ui/words.ts';
import { changeInWords } from '../vehicles/applicationChange.ts';
import type { AskedAction } from './actions.ts';
import { partsInWords } from './words.ts';

/** Characters of a value in a sentence or an option. */
const MAX_SHOWN = 60;

/** Puts a text on one line and truncates it. */
function shorten(text: string, isCut = false): string {
  const signs = [...text.replace(/\s+/g, ' ')];
  return isCut || signs.length > MAX_SHOWN ? `${signs.slice(0, MAX_SHOWN).join('').trimEnd()}…` : signs.join('');
}

/** The name of the text that the action writes; undefined for an attribute. */
function textName(action: AskedAction) {
  if (action.do === 'describe') return PART_FIELDS.observation.named;
  return action.do === 'replace_text' || action.do === 'clear_text' ? PART_FIELDS[action.field].named : undefined;
}
const isRemoval = (action: AskedAction) => action.do === 'remove_attribute' || action.do === 'clear_text';

const attributeInWords = (value: string, unit = '') => shorten([value, unit].filter(Boolean).join(' '));

/** 14 mm; «Para motores nafteros…» */
const valueInWords = (action: AskedAction, { value, unit, is_cut }: BulkSample) =>
  textName(action) ? `«${shorten(value, is_cut === 1)}»` : attributeInWords(value, unit);

/** 14 mm (30), with a space that breaks no line. */
export const sampleInWords = (action: AskedAction, sample: BulkSample) =>
  `${valueInWords(action, sample)}\u00a0(${formatNumber(sample.parts)})`;

/** 120 no lo tienen · 40 ya dicen 12 · 58 dicen otra cosa: 14 (30), 16 (28) */
export function overwritesInWords(action: AskedAction, { missing, same, other, samples }: BulkOverwrites): string {
  const count = (parts: number, one: string, many: string) => parts > 0 && counted(parts, one, many);
  const it = textName(action)?.startsWith('la ') ? 'la' : 'lo';
  const written = action.do === 'set_attribute' ? attributeInWords(action.value, action.unit) : 'lo mismo';
  const what = isRemoval(action) ? '' : ' otra cosa';
  const counts = [
    count(missing, `no ${it} tiene`, `no ${it} tienen`),
    count(same, `ya dice ${written}`, `ya dicen ${written}`),
    count(other, `dice${what}: `, `dicen${what}: `),
  ];
  return `${counts.filter(Boolean).join(' · ')}${other > 0 ? samplesInWords(action, other, samples) : ''}`;
}

function samplesInWords(action: AskedAction, other: number, samples: readonly BulkSample[]): string {
  const [first] = samples;
  if (first?.parts === other) return valueInWords(action, first);
  const rest = other - samples.reduce((sum, { parts }) => sum + parts, 0);
  const named = samples.map((sample) => sampleInWords(action, sample)).join(', ');
  return rest > 0 ? `${named} y otros valores (${formatNumber(rest)})` : named;
}

/** Se reemplaza el valor de 58 piezas. */
export function replacedInWords(action: AskedAction, count: number): string {
  const does = isRemoval(action) ? 'quita' : 'reemplaza';
  return `Se ${does} ${textName(action) ?? 'el valor'} de ${partsInWords(count)}.`;
}

/** Whether parts that the action does not change may differ from what it writes. */
export const isLimited = (action: AskedAction | BulkAction) =>
  action.do === 'change_applications' || ('only' in action && action.only !== undefined);

/** Sólo donde dice 14 mm; Trasera · × 2; undefined for an action whose name says everything. */
export function detailInWords(action: BulkAction): string | undefined {
  if (action.do === 'change_applications') return shorten(changeInWords(action.set));
  if (!('only' in action) || !action.only) return undefined;
  switch (action.only.is) {
    case 'all':
      return undefined;
    case 'missing':
      return 'Sólo donde falta';
    case 'saying':
      return `Sólo donde dice ${'unit' in action.only ? attributeInWords(action.only.value, action.only.unit) : `«${shorten(action.only.value)}»`}`;
  }
}
