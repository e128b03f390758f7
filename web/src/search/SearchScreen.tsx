import { Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { tidy } from '@piezario/contract/fields';
import { type FoundPart, MAX_FOUND, search } from '@piezario/contract/search';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { pathOf } from '../api/client.ts';
import { useCall } from '../api/hooks.ts';
import { PART, partName } from '../parts/noun.ts';
import { usePartLink } from '../selection/usePartLink.ts';
import { useSheetLink } from '../selection/useSheetLink.ts';
import { formatNumber } from '../ui/format.ts';
import { useListPage } from '../ui/listPage.ts';
import { Notice } from '../ui/Notice.tsx';
import { RowLink } from '../ui/RowIcon.tsx';
import { PagedTable } from '../ui/table/DataTable.tsx';
import { useListQuery } from '../ui/table/useListQuery.ts';
import { foundCards, foundColumns } from './columns.tsx';
import { Offers } from './Offers.tsx';
import { Understood } from './Understood.tsx';

/** All that a search of the toolbar finds, the best first. */
export function SearchScreen() {
  const text = tidy(useSearch({ from: '/shell/parts/search' }).text ?? '');
  return (
    <>
      <div className="breaks below-16">
        <Title order={1} size="h3">
          {text === '' ? 'Búsqueda' : `Búsqueda: “${text}”`}
        </Title>
      </div>
      {text === '' ? (
        <Notice icon={IconSearch} title="Escribí arriba lo que buscás">
          Números propios, originales, equivalentes, de barras, o palabras como “filtro aceite gol 1.6”.
        </Notice>
      ) : (
        <Found text={text} />
      )}
    </>
  );
}

function Found({ text }: { text: string }) {
  const state = useListQuery(search.list, '/parts/search');
  const filters = [...state.query.filters, { column: 'text', mode: 'contains', value: text } as const];
  const query = { ...state.query, filters };
  const page = useCall(search.list, { query });
  const listPage = useListPage(search.list, { query });
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const linkOf = usePartLink();
  const sheetOf = useSheetLink();
  const actions = (part: FoundPart) => {
    const { href, open } = linkOf(part, listPage);
    return (
      <RowLink icon={IconChevronRight} title="Abrir" label={`Abrir ${partName(part)}`} href={href} onOpen={open} />
    );
  };
  const explanation = page.isPlaceholderData ? undefined : page.data?.explanation;
  return (
    <>
      {explanation && <Understood explanation={explanation} />}
      {page.data?.is_complete === false && (
        <Text size="sm" c="dimmed" mb="sm" role="status">
          Se muestran las primeras {formatNumber(MAX_FOUND)}. Escribí más para acotar.
        </Text>
      )}
      <PagedTable
        list={search.list}
        page={page}
        address={pathOf(search.list, { query })}
        state={state}
        words={PART}
        columns={(phone ? foundCards : foundColumns)(text, ({ id }) => sheetOf(id, listPage))}
        keyOf={idOf}
        actions={actions}
        onOpen={(part) => linkOf(part, listPage).open()}
        empty={{
          title: `Nada coincide con “${text}”`,
          action: explanation && <Offers explanation={explanation} />,
        }}
      />
    </>
  );
}

const idOf = ({ id }: FoundPart) => id;
