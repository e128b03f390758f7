import { account } from './account.ts';
import { activity } from './activity.ts';
import { attributes } from './attributes.ts';
import { auth } from './auth.ts';
import { brands } from './brands.ts';
import { bulk } from './bulk.ts';
import { categories } from './categories.ts';
import { clients } from './clients.ts';
import { conflicts } from './conflicts.ts';
import { crosses } from './crosses.ts';
import { downloads } from './downloads.ts';
import type { Api } from './endpoint.ts';
import { exporter } from './exporter.ts';
import { grid } from './grid.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { importCorrections } from './import-corrections.ts';
import { importMappings } from './import-mappings.ts';
import { importReview } from './import-review.ts';
import { importer } from './importer.ts';
import { mercadolibre } from './mercadolibre.ts';
import { parts } from './parts.ts';
import { pending } from './pending.ts';
import { pictureImports } from './picture-imports.ts';
import { pictures } from './pictures.ts';
import { products } from './products.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { statistics } from './statistics.ts';
import { suggestions } from './suggestions.ts';
import { templates } from './templates.ts';
import { trash } from './trash.ts';
import { undos } from './undos.ts';
import { users } from './users.ts';
import { vehicleAliases } from './vehicle-aliases.ts';
import { vehicleBase } from './vehicle-base.ts';
import { vehicleCatalog } from './vehicle-catalog.ts';
import { vehicleProposals } from './vehicle-proposals.ts';
import { vehicles } from './vehicles.ts';
import { views } from './views.ts';
import { workbookMappings } from './workbook-mappings.ts';

/** Every call of the product. */
export const api = {
  account,
  activity,
  attributes,
  auth,
  brands,
  bulk,
  categories,
  clients,
  conflicts,
  crosses,
  downloads,
  exporter,
  grid,
  history,
  home,
  importCorrections,
  importMappings,
  importReview,
  importer,
  mercadolibre,
  parts,
  pending,
  pictureImports,
  pictures,
  products,
  search,
  settings,
  statistics,
  suggestions,
  templates,
  trash,
  undos,
  users,
  vehicleAliases,
  vehicleBase,
  vehicleCatalog,
  vehicleProposals,
  vehicles,
  views,
  workbookMappings,
} satisfies Api;
