import { Suspense, useState } from 'react';
import { useUser } from '../auth/session.tsx';
import type { CatalogueOptions } from '../products/cascade.ts';
import { useSelection } from '../selection/selection.ts';
import { clickInActiveOption } from '../ui/focus.ts';
import { lazy } from '../ui/lazy.tsx';
import { type Choice, Picker } from '../ui/Picker.tsx';
import classes from './CatalogTools.module.css';

// Loaded with its contract when the list is first opened.
const PinStar = lazy(() => import('./PinStar.tsx'), 'PinStar', 'part');

/** Lists are wider than their fields, so that long names fit in one line. */
const WIDE = { withinPortal: false, width: 280, position: 'bottom-start' } as const;

type Look = { className?: string | undefined; labelled?: boolean };

/** Brand, category and product. Each limits the options of the next. */
export function Pickers({ choices, className, labelled = false }: Look & { choices: CatalogueOptions }) {
  const { selection, choose } = useSelection();
  const { brand, category, product } = selection;
  const { pinnedBrands } = useUser();
  // Mantine also renders the options of lists that were never opened.
  const [hasStars, setHasStars] = useState(false);
  const named = (name: string) =>
    labelled ? { label: name, size: 'md' as const } : { 'aria-label': name, comboboxProps: WIDE };
  return (
    <>
      <Picker
        {...named('Marca')}
        className={className}
        placeholder={labelled ? 'Elegí una marca' : 'Marca'}
        options={choices.brands && pinnedFirst(choices.brands, pinnedBrands)}
        renderOption={({ option: { value, label }, checked }) => (
          <>
            <span className={classes.optionName} data-chosen={checked || undefined}>
              {label}
            </span>
            <Suspense>{hasStars && <PinStar id={Number(value)} />}</Suspense>
          </>
        )}
        onDropdownOpen={() => setHasStars(true)}
        onKeyDownCapture={(event) => {
          // The key * clicks the star of the active option.
          if (event.key === '*' && clickInActiveOption(event.currentTarget, 'svg')) event.preventDefault();
        }}
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

const pinnedFirst = (brands: readonly Choice[], pinned: readonly number[]) =>
  brands.toSorted((a, b) => Number(pinned.includes(b.id)) - Number(pinned.includes(a.id)));
