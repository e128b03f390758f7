import type { Sent } from '@piezario/contract/endpoint';
import { GRID_PAGE, type GridPart, grid, MAX_GRID } from '@piezario/contract/grid';
import type { Filter } from '@piezario/contract/list';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, call } from '../api/client.ts';

type Place = { readonly brand: number; readonly product: number; readonly filters: readonly Filter[] };

/** The parts of a product that pass the filters, up to `MAX_GRID`. Read again on request only: cells are being edited. */
export function useGridParts({ brand, product, filters }: Place) {
  const [count, setCount] = useState(0);
  const read = useQuery<readonly GridPart[], ApiError>({
    queryKey: [grid.rows.path, brand, product, filters],
    queryFn: async ({ signal }) => {
      const parts: GridPart[] = [];
      for (;;) {
        const after = parts.at(-1)?.id ?? 0;
        const sent: Sent<typeof grid.rows> = { params: { brandId: brand, productId: product, after }, query: filters };
        const page = await call(grid.rows, sent, signal);
        parts.push(...page);
        setCount(parts.length);
        if (page.length < GRID_PAGE || parts.length >= MAX_GRID) return parts;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return { read, count };
}
