import { UnstyledButton } from '@mantine/core';
import type { Combobox } from '../ui/useCombobox.ts';
import { ResultList } from './ResultList.tsx';
import classes from './Suggestions.module.css';
import { usePartResults } from './usePartResults.tsx';
import { useSuggestions } from './useSuggestions.ts';

type Props = {
  text: string;
  combobox: Combobox;
  onOpened: () => void;
  /** Opens the full list. */
  onAll: () => void;
};

/** What is found while a person types, under the field of the search. */
export function Suggestions({ text, combobox, onOpened, onAll }: Props) {
  const { found, isBehind, error } = useSuggestions(text);
  const resultOf = usePartResults(text);
  const isEmpty = found?.length === 0 && !isBehind;
  return (
    <div className={classes.found} aria-busy={isBehind && !error}>
      {found && <ResultList results={found.map(resultOf)} combobox={combobox} onOpened={onOpened} />}
      {isEmpty && <NothingFound text={text} />}
      <div className={classes.foot}>
        <span role="status">
          {error ? (
            <>
              No se pudo buscar: {error.message} {found && found.length > 0 && 'Se muestran los resultados anteriores.'}
            </>
          ) : (
            isBehind && <span className={classes.searching}>Buscando…</span>
          )}
        </span>
        {found && found.length > 0 && (
          <UnstyledButton
            className={classes.all}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={onAll}
          >
            Ver todos los resultados <kbd>Enter</kbd>
          </UnstyledButton>
        )}
      </div>
    </div>
  );
}

const NothingFound = ({ text }: { text: string }) => (
  <div className={classes.nothing}>
    <strong>Nada coincide con “{text.trim()}”</strong>
    <p>Podés buscar números propios, originales, equivalentes, de barras, o palabras como “filtro aceite gol 1.6”.</p>
  </div>
);
