import { ROLES, seesEverything } from '@piezario/contract/access';
import type { Endpoint } from '@piezario/contract/endpoint';
import { beforeEach, expect, test } from 'vitest';
import { readSessionSecret } from '../auth/sessions.ts';
import { createLimiter } from '../limiter.ts';
import { encodeBody } from '../testing/client.ts';
import { ENDPOINTS, fillPath } from '../testing/contract.ts';
import { openSession } from '../testing/people.ts';
import { INPUTS, makeRows, type Rows } from '../testing/rows.ts';
import { startServer } from '../testing/server.ts';
import { IS_SLOW } from '../testing/soak.ts';

/**
 * Status of every call of the contract for every caller: first the guest, then the five roles in their order (admin,
 * staff, manufacturer, client, user).
 *
 * Inside: rows that the manufacturer, the client and the user were granted. Outside: rows of another manufacturer; for
 * the calls about users, a person who is a client. Missing: ids that nothing ever had.
 * A call that names no row has only the first six columns. A colon precedes another way to use the same call.
 */
const TABLE = `
                                   inside                    outside                   missing
                                   gue adm sta man cli use   gue adm sta man cli use   gue adm sta man cli use
  account.show                     401 200 200 200 200 200
  account.store                    401 200 200 200 200 200
  account.password                 401 422 422 422 422 422
  account.sessions                 401 200 200 200 200 200
  account.pinBrand                 401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404
  account.closeSession             401 404 404 404 404 404

  activity.list                    401 200 200 200 403 403
  activity.show                    401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  activity.changes                 401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403

  attributes.list                  401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404
  attributes.suggestions           401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  attributes.usual                 401 200 200 200 200 200   401 200 200 200 200 200   401 200 200 200 200 200
  attributes.values                401 200 200 200 200 200   401 200 200 200 200 200   401 200 200 200 200 200
  attributes.store                 401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  attributes.store:theirAttribute  401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  attributes.storeMany             401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  attributes.remove                401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  attributes.remove:theirAttribute 401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  attributes.remove:theirPart      401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403

  auth.login                       200 200 200 200 200 200
  auth.profile                     401 200 200 200 200 200
  auth.logout                      401 200 200 200 200 200
  auth.register                    403 403 403 403 403 403
  auth.updateUser                  401 200 200 200 200 200

  brands.json                      401 200 200 200 200 200
  brands.summary                   401 200 200 200 200 200
  brands.paginated                 401 200 403 403 403 403
  brands.show                      401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  brands.add                       401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  brands.add:new                   401 200 403 403 403 403
  brands.remove                    401 409 403 403 403 403   401 409 403 403 403 403   401 404 403 403 403 403

  categories.json                  401 200 200 200 200 200   401 200 200 200 200 200   401 200 200 200 200 200
  categories.paginated             401 200 403 403 403 403
  categories.show                  401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  categories.add                   401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  categories.add:new               401 200 403 403 403 403
  categories.remove                401 409 403 403 403 403   401 409 403 403 403 403   401 404 403 403 403 403

  clients.list                     401 200 200 200 403 403
  clients.show                     401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  clients.store                    401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  clients.store:account            401 200 403 403 403 403   401 200 403 404 403 403   401 404 404 404 403 403
  clients.store:new                401 200 403 403 403 403
  clients.remove                   401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  clients.restore                  401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  clients.closeSessions            401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  clients.viewAs                   401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  clients.products                 401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  clients.append                   401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  clients.append:theirBrand        401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  clients.append:theirClient       401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  clients.withdraw                 401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  clients.withdraw:theirGrant      401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  clients.withdraw:theirClient     401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403

  conflicts.places                 401 200 200 200 403 403
  conflicts.list                   401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  conflicts.list:theirProduct      401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  conflicts.silence                401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  conflicts.silence:theirPart      401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  conflicts.restore                401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  conflicts.restore:theirPart      401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403

  crosses.list                     401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404
  crosses.brands                   401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  crosses.related                  401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404
  crosses.store                    401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  crosses.store:theirCross         401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  crosses.storeMany                401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  crosses.remove                   401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  crosses.remove:theirCross        401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  crosses.remove:theirPart         401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403

  downloads.ticket                 401 200 200 200 200 200
  downloads.progress               401 404 404 404 404 404   401 404 404 404 404 404   401 404 404 404 404 404

  bulk.preview                     401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  bulk.preview:copied              401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  bulk.store                       401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  bulk.mergeVehicle                401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  bulk.show                        401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  bulk.results                     401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  bulk.cancel                      401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403

  exporter.spreadsheet             401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404
  exporter.spreadsheet:theirProduct 401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404
  exporter.spreadsheet:forImporter 401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  exporter.spreadsheet:category    401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404
  exporter.table                   401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404
  exporter.json                    401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404

  grid.rows                        401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  grid.store                       401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  grid.store:theirPart             401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403

  history.list                     401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  history.restore                  401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  history.restore:theirPart        401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  history.restore:theirOperation   401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  history.restore:theirChange      401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403

  home.catalog                     401 200 200 200 403 403
  home.progress                    401 200 200 200 403 403
  home.week                        401 200 200 200 403 403
  home.counts                      401 200 200 200 403 403
  home.coverage                    401 200 200 200 403 403
  home.coverage:product            401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  home.holes                       401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  home.news                        401 200 200 200 200 200
  home.today                       401 200 200 200 403 403
  home.visit                       401 200 200 200 200 200

  importCorrections.row            401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  importCorrections.row:theirError 401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  importCorrections.list           401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  importCorrections.store          401 409 409 409 403 403   401 409 409 404 403 403   401 404 404 404 403 403
  importCorrections.remove         401 409 409 409 403 403   401 409 409 404 403 403   401 404 404 404 403 403

  importMappings.groups            401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  importMappings.store             401 409 409 409 403 403   401 409 409 404 403 403   401 404 404 404 403 403
  importMappings.list              401 200 200 200 403 403
  importMappings.remove            401 404 404 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403

  importReview.changes             401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  importReview.kinds               401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  importReview.choose              401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  importReview.apply               401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403

  importer.list                    401 200 200 200 403 403
  importer.show                    401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  importer.errors                  401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  importer.errorsFile              401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  importer.template                401 200 200 200 403 403
  importer.store                   401 200 200 200 403 403
  importer.cancel                  401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  importer.remove                  401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403

  mercadolibre.categories          401 200 403 403 403 403

  parts.list                       401 200 200 200 200 200   401 200 200 200 200 200   401 200 200 200 200 200
  parts.show                       401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404
  parts.sheet                      401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404
  parts.store                      401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  parts.store:theirBrand           401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  parts.store:theirProduct         401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  parts.duplicate                  401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  parts.update                     401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  parts.update:theirBrand          401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  parts.update:theirProduct        401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  parts.remove                     401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403

  pending.list                     401 200 200 200 403 403

  pictureImports.unfinished        401 200 200 200 403 403
  pictureImports.store             401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  pictureImports.store:theirProduct 401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  pictureImports.addFile           401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  pictureImports.show              401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  pictureImports.files             401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  pictureImports.thumbnail         401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  pictureImports.assign            401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  pictureImports.assign:theirFile  401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  pictureImports.assign:theirPart  401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  pictureImports.apply             401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  pictureImports.cancel            401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403

  pictures.list                    401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404
  pictures.store                   401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  pictures.remove                  401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  pictures.remove:theirs           401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  pictures.remove:theirPart        401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  pictures.changeOrder             401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  pictures.changeOrder:theirs      401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  pictures.changeOrder:theirPart   401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  pictures.markBlueprint           401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  pictures.markBlueprint:theirs    401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  pictures.markBlueprint:theirPart 401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403

  products.json                    401 200 200 200 200 200   401 200 200 200 200 200   401 200 200 200 200 200
  products.jsonOfCategory          401 200 200 200 200 200   401 200 200 200 200 200   401 200 200 200 200 200
  products.jsonChained             401 200 200 200 200 200   401 200 200 200 200 200   401 200 200 200 200 200
  products.paginated               401 200 403 403 403 403   401 200 403 403 403 403   401 200 403 403 403 403
  products.show                    401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  products.describe                401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  products.add                     401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  products.add:new                 401 200 403 403 403 403   401 200 403 403 403 403   401 422 403 403 403 403
  products.remove                  401 409 403 403 403 403   401 409 403 403 403 403   401 404 403 403 403 403
  products.toggleVehicleHeader     401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403

  search.suggest                   401 200 200 200 200 200
  search.list                      401 200 200 200 200 200

  settings.show                    200 200 200 200 200 200
  statistics.home                  200 200 200 200 200 200

  suggestions.list                 401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  suggestions.accept               401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  suggestions.reject               401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  suggestions.restore              401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403

  templates.show                   401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  templates.proposals              401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  templates.values                 401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  templates.mercadolibreIds        401 200 403 403 403 403
  templates.preview                401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  templates.store                  401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403

  trash.list                       401 200 200 200 403 403
  trash.restore                    401 200 200 200 403 403   401 200 200 409 403 403   401 409 409 409 403 403

  undos.preview                    401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  undos.store                      401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  undos.show                       401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  undos.results                    401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  undos.file                       401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  undos.cancel                     401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403

  users.list                       401 200 403 403 403 403
  users.show                       401 200 403 403 403 403   401 404 403 403 403 403   401 404 403 403 403 403
  users.store                      401 200 403 403 403 403   401 404 403 403 403 403   401 404 403 403 403 403
  users.store:new                  401 200 403 403 403 403
  users.remove                     401 200 403 403 403 403   401 404 403 403 403 403   401 404 403 403 403 403
  users.restore                    401 200 403 403 403 403   401 404 403 403 403 403   401 404 403 403 403 403
  users.closeSessions              401 200 403 403 403 403   401 404 403 403 403 403   401 404 403 403 403 403
  users.products                   401 200 403 403 403 403   401 404 403 403 403 403   401 404 403 403 403 403
  users.append                     401 200 403 403 403 403   401 404 403 403 403 403   401 404 403 403 403 403
  users.withdraw                   401 200 403 403 403 403   401 404 403 403 403 403   401 404 403 403 403 403

  vehicleAliases.brands            401 200 403 403 403 403
  vehicleAliases.paginated         401 200 403 403 403 403
  vehicleAliases.show              401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  vehicleAliases.store             401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  vehicleAliases.store:new         401 200 403 403 403 403
  vehicleAliases.remove            401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403

  vehicleBase.paginated            401 200 403 403 403 403
  vehicleBase.show                 401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  vehicleBase.names                401 200 200 200 403 403
  vehicleBase.store                401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  vehicleBase.store:new            401 200 403 403 403 403
  vehicleBase.rename               401 200 403 403 403 403
  vehicleBase.decisions            401 200 403 403 403 403
  vehicleBase.decide               401 200 403 403 403 403   401 200 403 403 403 403   401 200 403 403 403 403
  vehicleBase.remove               401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403

  vehicleProposals.list            401 200 200 200 403 403
  vehicleProposals.show            401 200 404 200 403 403   401 200 404 404 403 403   401 404 404 404 403 403
  vehicleProposals.store           401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  vehicleProposals.store:new       401 200 200 200 403 403
  vehicleProposals.accept          401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  vehicleProposals.acceptAs        401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  vehicleProposals.refuse          401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  vehicleProposals.withdraw        401 404 404 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  vehicleProposals.seen            401 200 200 200 403 403

  vehicleCatalog.choices           401 200 200 200 200 200
  vehicleCatalog.find              401 200 200 200 200 200
  vehicleCatalog.products          401 200 200 200 200 200
  vehicleCatalog.list              401 200 200 200 200 200

  vehicles.headers                 401 200 200 200 200 200
  vehicles.list                    401 200 200 200 200 200   401 200 200 404 404 404   401 404 404 404 404 404
  vehicles.storeImage              401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  vehicles.removeImage             401 200 403 403 403 403   401 200 403 403 403 403   401 404 403 403 403 403
  vehicles.store                   401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  vehicles.store:theirApplication  401 404 404 404 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  vehicles.remove                  401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  vehicles.remove:theirApplication 401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  vehicles.remove:theirPart        401 200 200 200 403 403   401 404 404 404 403 403   401 404 404 404 403 403
  vehicles.linkMany                401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  vehicles.changeMany              401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  vehicles.copy                    401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  vehicles.copy:theirPart          401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  vehicles.toggle                  401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403

  views.list                       401 200 200 200 200 200
  views.store                      401 404 404 200 404 404   401 404 404 404 404 404   401 404 404 404 404 404
  views.store:new                  401 200 200 200 200 200
  views.remove                     401 404 404 200 404 404   401 404 404 404 404 404   401 404 404 404 404 404

  workbookMappings.show            401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  workbookMappings.preview         401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  workbookMappings.apply           401 409 409 409 403 403   401 409 409 404 403 403   401 404 404 404 403 403
  workbookMappings.list            401 200 200 200 403 403
  workbookMappings.store           401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  workbookMappings.store:new       401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
  workbookMappings.remove          401 200 200 200 403 403   401 200 200 404 403 403   401 404 404 404 403 403
`;

const ROWS = TABLE.split('\n')
  .slice(3, -1)
  .filter((line) => line !== '')
  .map((line) => {
    const [, name = '', codes = ''] = /^ {2}(\S+) +((?:\d{3} *)+)$/.exec(line) ?? [];
    return { line, name, endpoint: ENDPOINTS.get(name.replace(/:.*/, '')), expected: codes.split('   ') };
  });

const NOTHING = 2_000_000_000;
const CALLERS = ['guest', ...ROLES] as const;
/** The fast tier asks one caller of each scope. */
const ASKED = CALLERS.filter((caller) => IS_SLOW || ['guest', 'manufacturer', 'client'].includes(caller));
const ofAsked = (codes: string) =>
  codes.split(' ').filter((_, index) => ASKED.some((caller) => caller === CALLERS[index]));
const CASES = ['inside', 'outside', 'missing'] as const;
type Case = (typeof CASES)[number];

const server = await startServer();
const ids = new Map<string, number>();
for (const role of ROLES) ids.set(role, (await server.addUser(role)).id);
const holders = ['manufacturer', 'client', 'user'].flatMap((role) => ids.get(role) ?? []);

// Each set of rows adds jobs of the manufacturer, whose waiting jobs are limited.
beforeEach(async () => {
  await server.db.updateTable('jobs').set({ state: 'cancelled' }).where('state', 'in', ['queued', 'review']).execute();
});

const makeInside = () => makeRows(server, { holders, userRole: 'manufacturer' });
const makeOutside = () => makeRows(server, { holders: [], userRole: 'client' });

/** Rows for every call that changes nothing. */
const inside = await makeInside();
const outside = await makeOutside();
const missing = {
  ...Object.fromEntries(
    Object.entries(inside).map(([name, value]) => [name, typeof value === 'number' ? NOTHING : value]),
  ),
  ...{ download: crypto.randomUUID(), udid: crypto.randomUUID(), review: crypto.randomUUID() },
  mappedFile: crypto.randomUUID(),
} as Rows;

/** Returns the rows that the call names and rows inside the scope. Creates those that the call is going to change. */
async function rowsFor(kind: Case, named: number): Promise<[row: Rows, own: Rows]> {
  if (named === 0) return [{ inside, outside, missing }[kind], inside];
  const own = kind === 'inside' || named > 1 ? await makeInside() : inside;
  return [kind === 'inside' ? own : await makeOutside(), own];
}

const signingKey = Buffer.from(await readSessionSecret(server.db));
const SECRETS = ['$argon2', 'password_hash', 'secret_hash', signingKey.toString('base64'), signingKey.toString('hex')];

const { run } = createLimiter({ atOnce: 8 });

async function ask(name: string, endpoint: Endpoint, caller: string, kind: Case, expected: string | undefined) {
  const { method, path } = endpoint;
  const inputOf: (typeof INPUTS)[string] = INPUTS[name] ?? (() => ({}));
  const changes = method === 'POST' && expected === '200';
  const { params = {}, query = {}, body } = inputOf(...(await rowsFor(kind, changes ? inputOf.length : 0)));
  const id = ids.get(caller);
  const session = id ? await openSession(server, id) : server.guest;
  const url = `${fillPath(path, params)}?${new URLSearchParams(query)}`;
  const response = await session.fetch(method, url, encodeBody(endpoint, body));
  return { caller, code: response.status, body: await response.text() };
}

test('every call has its row, and every row its call', () => {
  const inTable = new Set(ROWS.map(({ endpoint }) => endpoint));
  const without = [...ENDPOINTS].filter(([, endpoint]) => !inTable.has(endpoint)).map(([name]) => name);
  expect(without, 'These need a row in TABLE, and what they send in INPUTS').toEqual([]);
  const wrong = ROWS.filter(({ endpoint, expected }) => {
    const groups = endpoint?.params ? [3] : [1, 3];
    return !endpoint || !groups.includes(expected.length) || !expected.every((codes) => /^(\d{3} ?){6}$/.test(codes));
  });
  expect(
    wrong.map(({ line }) => line),
    'These rows are not written as the others, or their call is gone',
  ).toEqual([]);
});

test.each(ROWS)('$name', async ({ name, endpoint, expected }) => {
  if (!endpoint) return;
  const groups = expected.map((codes, index) => ({ kind: CASES[index] ?? 'inside', codes: ofAsked(codes) }));
  const answers = await Promise.all(
    groups.map(({ kind, codes }) =>
      Promise.all(ASKED.map((caller, index) => run(() => ask(name, endpoint, caller, kind, codes[index])))),
    ),
  );
  expect(answers.map((group) => group.map(({ code }) => code).join(' '))).toEqual(
    groups.map(({ codes }) => codes.join(' ')),
  );

  const withSecrets = answers.flat().filter(({ body }) => SECRETS.some((secret) => body.includes(secret)));
  expect(withSecrets, 'No answer has a hash or a secret').toEqual([]);

  const [ofInside = [], ofOutside = [], ofMissing = []] = answers;
  for (const [index, { caller, code, body }] of ofMissing.entries()) {
    const role = ROLES.find((one) => one === caller) ?? null;
    if (seesEverything(role) && ofOutside[index]?.code !== 404) continue;
    expect(ofOutside[index]?.body, `${caller} can tell what is outside from what never was`).toBe(body);
    if (code === 200) expect(ofInside[index]?.body, `${caller} finds nothing inside`).not.toBe(body);
  }
});
