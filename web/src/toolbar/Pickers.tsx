import type { CatalogueOptions } from '../products/cascade.ts';
import { useSelection } from '../selection/selection.ts';
import { Picker } from '../ui/Picker.tsx';

/** Names that are longer than their field are still read in one line. */
const WIDE = { withinPortal: false, width: 280, position: 'bottom-start' } as const;

type Look = { className?: string | undefined; labelled?: boolean };

/** Brand, category and product, each among what the one before leaves. */
export function Pickers({ choices, className, labelled = false }: Look & { choices: CatalogueOptions }) {
  const { selection, choose } = useSelection();
  const { brand, category, product } = selection;
  const named = (name: string) =>
    labelled ? { label: name, size: 'md' as const } : { 'aria-label': name, comboboxProps: WIDE };
  return (
    <>
      <Picker
        {...named('Marca')}
        className={className}
        placeholder={labelled ? 'Elegí una marca' : 'Marca'}
        options={choices.brands}
        clearable={choices.brands?.length !== 1}
        value={brand}
        onChange={(id) => choose({ brand: id })}
      />
      <Picker
        {...named('Categoría')}
        className={className}
        placeholder={labelled ? 'Todas las categorías' : 'Categoría'}
        disabled={brand === null}
        options={choices.categories}
        value={category}
        onChange={(id) => choose({ category: id })}
      />
      <Picker
        {...named('Producto')}
        className={className}
        placeholder={labelled ? 'Todos los productos' : 'Producto'}
        disabled={brand === null}
        options={choices.products}
        value={product}
        onChange={(id) => choose({ product: id })}
      />
    </>
  );
}
