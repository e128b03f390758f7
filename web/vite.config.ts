import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { colors } from './build/colors.ts';
import { compiler } from './build/compiler.ts';
import { compress } from './build/compress.ts';
import { font } from './build/font.ts';
import { page } from './build/page.ts';

/*
 * The code is split into few files: `sign-in` with what the sign-in page shares with other screens, `screens` with what
 * most screens share, `catalog` with the toolbar and the catalogue, `search` with the search and the palette, and `later`
 * with what the others share.
 */
const SIGN_IN =
  /web[\\/]src[\\/]((api|auth|settings)[\\/]|ui[\\/](Logo|format|plain))|icons-react[\\/]dist[\\/]esm[\\/](createReactComponent|defaultAttributes|icons[\\/]IconEye(Off)?\.)/;
const CATALOG = /web[\\/]src[\\/]((app|toolbar|downloads)[\\/]|parts[\\/][^\\/]+$)/;
const SEARCH =
  /web[\\/]src[\\/]((search|palette)[\\/]|selection[\\/]usePartLink|vehicleCatalog[\\/]choice)|contract[\\/]src[\\/](search|vehicle-catalog)\.ts$/;
const LATER = [
  /icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]Icon(AlertTriangle|ArrowBackUp|ArrowLeft|Ban|Braces|BuildingStore|Checks?|ChevronUp|DeviceFloppy|FileImport|Key|Lock|Logout2|Minus|PhotoCheck|PhotoPlus|RulerMeasure|Table|Upload|User(Check|Off)|Zoom(In|Out))\./,
  /contract[\\/]src[\\/](api|account|auth|exporter|users|clients|people|cuit|history|home|activity|bulk|picture-imports|undos|jobs|importer|import-[a-z]+|vehicle-aliases|views|suggestions|conflicts|templates|workbook-mappings)\.ts$/,
  /web[\\/]src[\\/](parts[\\/]gaps\.|importer[\\/](noun|errors[\\/]OtherValue)\.|(account|bulk|pictureImports|history|people|users|activity|jobs|undos)[\\/]|app[\\/](loaders|NavSheet)\.|downloads[\\/](download|DownloadProgress|Offered|SelectionCount|exportPath|exports|useFilters)\.)/,
  /web[\\/]src[\\/]ui[\\/](upload[\\/]|(Bar|BackLink|Disclosure|mantineLater|ListScreen|FormScreen|PasswordField|Suggest|SavingOver|DropHere|draft|useDraft|useSave|useUnsaved|Recovered|Switch|Unsaved)\.)/,
  /@mantine[\\/]core[\\/]styles[\\/](FloatingIndicator|SegmentedControl|Switch|Table)\./,
  /klona[\\/]|fast-deep-equal|@mantine[\\/]hooks[\\/]esm[\\/]use-(file-dialog|long-press)[\\/]/,
  /@mantine[\\/](form|core[\\/]esm[\\/]components[\\/](Autocomplete|Checkbox|Drawer|Fieldset|FloatingIndicator|PasswordInput|Progress|SegmentedControl|SimpleGrid|Skeleton|Switch|Table|Textarea)|core[\\/]esm[\\/]utils[\\/]InlineInput)[\\/]/,
];
/** What opens over the catalogue. */
const OVERLAYS =
  /web[\\/]src[\\/](crosses|pictures|vehicles|parts[\\/](wizard|sheet))[\\/]|contract[\\/]src[\\/]vehicles\.ts$/;
const isLater = (id: string) => LATER.some((pattern) => pattern.test(id));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compiler(), react(), colors(), font(), page(), compress()],
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production'],
    alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'src/app/zod.ts') }],
  },
  define: { __VERSION__: JSON.stringify(packageJson.version) },
  build: {
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ },
            { name: 'start', tags: ['$initial'] },
            { name: 'sign-in', test: SIGN_IN, minShareCount: 2 },
            { name: 'screens', test: (id) => !isLater(id) && !OVERLAYS.test(id) && !SEARCH.test(id), minShareCount: 2 },
            { name: 'catalog', test: (id) => !isLater(id) && CATALOG.test(id) },
            { name: 'search', test: SEARCH },
            { name: 'later', test: isLater, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/media': 'http://127.0.0.1:3000' } },
});
