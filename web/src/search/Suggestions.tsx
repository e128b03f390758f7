import { useDebouncedValue } from '@mantine/hooks';
import { tidy } from '@piezario/contract/fields';
import { parts } from '@piezario/contract/parts';
import { IconFilter } from '@tabler/icons-react';
import { call } from '../api/client.ts';
import { useCall } from '../api/hooks.ts';
import { filtersOf } from '../selection/selection.ts';
import { type CodeFilter, codeContains } from '../selection/useCodeFilter.ts';
import { readView } from '../ui/table/list.ts';
import type { Combobox } from '../ui/useCombobox.ts';
import { counted } from '../ui/words.ts';
import { countResults, type Result, ResultList } from './ResultList.tsx';
import classes from './Suggestions.module.css';
import { searchOfAll } from './searchOfAll.tsx';
import { usePartResults } from './usePartResults.tsx';
import { PAUSE, useSuggestions } from './useSuggestions.ts';

type Props = {
  text: string;
  filter: CodeFilter;
  combobox: Combobox;
  onOpened: () => void;
  onFilter: () => void;
  /** Opens the full list. */
  onAll: () => void;
};

/** Results while a person types, under the search field. */
export function Suggestions({ text, filter, combobox, onOpened, onFilter, onAll }: Props) {
  const { found, isBehind, error } = useSuggestions(text);
  const resultOf = usePartResults(text);
  const total = useCodeCount(filter, text);
  const isEmpty = found?.length === 0 && !isBehind;
  const filtering: Result = {
    key: 'filter',
    group: 'En la tabla',
    icon: <IconFilter size={20} stroke={1.6} />,
    title: `Filtrar la tabla por el código “${tidy(text)}”`,
    detail: `${counted(total, 'pieza')} de la lista`,
    keys: 'Enter',
    open: onFilter,
  };
  const results = [
    ...(total > 0 ? [filtering] : []),
    ...(found ?? []).map(resultOf),
    ...(isEmpty ? [] : [{ ...searchOfAll(text, onAll), keys: total > 0 ? 'Ctrl+Enter' : 'Enter' }]),
  ];
  return (
    <div className="column" aria-busy={isBehind && !error}>
      <ResultList
        results={results}
        combobox={combobox}
        onOpened={onOpened}
        status={`${total > 0 ? `Enter filtra la tabla: ${filtering.detail}. ` : ''}${countResults(found?.length ?? 0)}`}
      />
      {isEmpty && total === 0 && <NothingFound text={text} />}
      <div className={classes.foot} role="status">
        {error ? (
          <>
            No se pudo buscar: {error.message} {found && found.length > 0 && 'Se muestran los resultados anteriores.'}
          </>
        ) : (
          isBehind && <span className="appears">Buscando…</span>
        )}
      </div>
    </div>
  );
}

/** Input of a call that counts the parts of the selection with this code. Ignores the other filters of the table. */
const countOf = ({ selection }: CodeFilter, text: string) => ({
  params: { brandId: selection.brand ?? 0, productId: selection.product ?? ('all' as const) },
  query: { ...readView(parts.list, {}), size: 1, filters: [codeContains(text), ...filtersOf(selection)] },
});

/**
 * Whether the selection has parts with this code. True after an error, because the filtered table shows the error
 * itself.
 */
export const hasCode = (filter: CodeFilter, text: string): Promise<boolean> =>
  call(parts.list, countOf(filter, text)).then(
    ({ total }) => total > 0,
    () => true,
  );

/** Number of parts of the selection with the typed code. */
function useCodeCount(filter: CodeFilter, typed: string): number {
  const [text] = useDebouncedValue(tidy(typed), PAUSE);
  const enabled = filter.isOn && text !== '';
  const { data } = useCall(parts.list, countOf(filter, text), { enabled, cancels: true });
  return enabled ? (data?.total ?? 0) : 0;
}

const NothingFound = ({ text }: { text: string }) => (
  <div className={classes.nothing}>
    <strong>Nada coincide con “{text.trim()}”</strong>
    <p className="dim above-4">
      Podés buscar números propios, originales, equivalentes, de barras, o palabras como “filtro aceite gol 1.6”.
    </p>
  </div>
);
