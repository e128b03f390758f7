import { useFocusBack } from '../ui/useFocusBack.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { DESCRIBE } from './actions.ts';
import { partsInWords } from './words.ts';

type Props = {
  brand: number;
  product: number | null;
  /** Filters that find the parts without a description, as in the address of the list. */
  query: Readonly<Record<string, string>>;
  /** Number of these parts. */
  count: number;
  onClose: () => void;
};

/** Writes the descriptions that the parts of a brand, or of a product of it, lack. */
export function DescribeDialog({ brand, product, query, count, onClose }: Props) {
  useFocusBack();
  return (
    <ActionDialog
      action={DESCRIBE}
      parts={{ matching: { brandId: brand, productId: product ?? 'all', query } }}
      chosen={`${partsInWords(count)} sin descripción`}
      brand={brand}
      example={undefined}
      vehicles={[]}
      onClose={onClose}
    />
  );
}
