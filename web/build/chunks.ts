import type { Plugin } from 'vite';

/*
 * Splits the code into few files: `sign-in` with what the sign-in page shares with other screens, `screens` with what
 * the catalog shares with them, `catalog` with the toolbar and the catalog, `search` with the search and the palette,
 * `home` with what Inicio shares with other screens, and `later` with what only other screens share. The imports show which of our modules the catalog needs. Packages
 * have an index that imports everything, so LATER_PACKAGES lists their modules that the catalog does not need.
 */
const SIGN_IN =
  /web[\\/]src[\\/]((api|auth|settings)[\\/]|ui[\\/](Logo|format|plain))|icons-react[\\/]dist[\\/]esm[\\/](createReactComponent|defaultAttributes|icons[\\/]IconEye(Off)?\.)/;
const CATALOG = /web[\\/]src[\\/]((app|toolbar|downloads)[\\/]|parts[\\/][^\\/]+$)/;
const SEARCH =
  /web[\\/]src[\\/]((search|palette)[\\/]|selection[\\/]usePartLink|vehicleCatalog[\\/]choice)|contract[\\/]src[\\/](search|vehicle-catalog)\.ts$/;
const LATER_PACKAGES = [
  /icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]Icon(Adjustments|Alert(Octagon|Triangle)|Arrow(BackUp|Down|Left|Up)|Ban|Bookmark|Bulb|Braces|BuildingStore|Checks?|ChevronUp|Copy|DeviceFloppy|FileImport|GripVertical|Hourglass|Key|Link|Lock|Logout2|Minus|PhotoCheck|PhotoPlus|Replace|RulerMeasure|Table|Upload|User(Check|Off)|Zoom(In|Out))\./,
  /@mantine[\\/]core[\\/]styles[\\/](FloatingIndicator|SegmentedControl|Switch|Table)\./,
  /klona[\\/]|fast-deep-equal|@mantine[\\/]hooks[\\/]esm[\\/]use-(file-dialog|long-press)[\\/]/,
  /@mantine[\\/](form|core[\\/]esm[\\/]components[\\/](Alert|Autocomplete|Checkbox|Drawer|Fieldset|FloatingIndicator|PasswordInput|Progress|Radio|SegmentedControl|SimpleGrid|Skeleton|Switch|Table|Textarea)|core[\\/]esm[\\/]utils[\\/]InlineInput)[\\/]/,
];
/** Modules that open over the catalog. */
const OVERLAYS =
  /web[\\/]src[\\/](crosses|pictures|vehicles|parts[\\/](wizard|sheet))[\\/]|contract[\\/]src[\\/]vehicles\.ts$/;
/** The modules that show the catalog and the frame around it. */
const CATALOG_ROOTS = /web[\\/]src[\\/](main|app[\\/]Shell|parts[\\/]Catalog)\.tsx$/;
/** Inicio. In `later` it would also run the schemas of every other screen, half of the work of its first visit. */
const HOME_ROOT = /web[\\/]src[\\/]home[\\/]Home\.tsx$/;

export function chunks(): Plugin {
  const reached = new Set<string>();
  const reachedByHome = new Set<string>();
  const isLater = (id: string) =>
    id.includes('node_modules') ? LATER_PACKAGES.some((pattern) => pattern.test(id)) : !reached.has(id);
  return {
    name: 'chunks',
    apply: 'build',
    buildEnd() {
      const reach = (roots: RegExp, into: Set<string>) => {
        const found = [...this.getModuleIds()].filter((id) => roots.test(id));
        for (let id = found.pop(); id !== undefined; id = found.pop()) {
          if (into.has(id)) continue;
          into.add(id);
          found.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
      };
      reach(CATALOG_ROOTS, reached);
      reach(HOME_ROOT, reachedByHome);
    },
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ },
                { name: 'start', tags: ['$initial'] },
                { name: 'sign-in', test: SIGN_IN, minShareCount: 2 },
                {
                  name: 'screens',
                  test: (id) => !isLater(id) && !OVERLAYS.test(id) && !SEARCH.test(id),
                  minShareCount: 2,
                },
                { name: 'catalog', test: (id) => !isLater(id) && CATALOG.test(id) },
                { name: 'search', test: SEARCH },
                { name: 'home', test: (id) => isLater(id) && reachedByHome.has(id), minShareCount: 2 },
                { name: 'later', test: isLater, minShareCount: 2 },
              ],
            },
          },
        },
      },
    }),
  };
}
