import type { Suggestion } from '@piezario/contract/search';
import { usePartLink } from '../selection/usePartLink.ts';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import { MarkedCode, State } from './FoundPart.tsx';
import type { Result } from './ResultList.tsx';
import { KIND_NAMES } from './words.ts';

/** Found parts as results that can be opened, grouped by how they were found. */
export function usePartResults(text: string) {
  const linkOf = usePartLink();
  return (part: Suggestion): Result => ({
    key: `part-${part.id}`,
    group: KIND_NAMES[part.match.kind],
    icon: <Thumbnail url={part.thumbnailUrl} />,
    title: (
      <>
        {part.brand} <MarkedCode code={part.code} text={text} /> <State {...part} />
      </>
    ),
    detail: [part.product_with_category.name, part.match.why].filter((one) => one !== '').join(' · '),
    ...linkOf(part),
  });
}
