import type { Role } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import {
  addApplication,
  addAttribute,
  addBrand,
  addBulk,
  addCategory,
  addCross,
  addDownload,
  addGrant,
  addHeader,
  addImport,
  addMapping,
  addOperation,
  addPart,
  addPicture,
  addPictureImport,
  addProduct,
  addProposal,
  addRemoved,
  addReview,
  addUndo,
  addVehicle,
  addVehicleAlias,
  addView,
  MAPPING,
  NO_COLUMNS,
} from './catalogue.ts';
import { newPerson } from './people.ts';
import { PASSWORD, type startServer } from './server.ts';

/** Ids of related rows, one of each table, and the e-mails of their people. */
export type Rows = Awaited<ReturnType<typeof makeRows>>;

const ofBrand = (brandId: number) => ({ brandId, productId: 'all' as const, query: {} });

/** New rows, in a brand and category that the holders were granted. */
export async function makeRows(
  { db, addUser }: Pick<Awaited<ReturnType<typeof startServer>>, 'db' | 'addUser'>,
  { holders, userRole }: { holders: readonly number[]; userRole: Role },
) {
  const [brand, category] = [await addBrand(db), await addCategory(db)];
  const product = await addProduct(db, category.id);
  const part = await addPart(db, brand.id, product.id);
  for (const id of holders) await addGrant(db, id, { part_brand_id: brand.id, part_category_id: category.id });
  const [client, user] = [await addUser('client'), await addUser(userRole)];
  const place = { part_brand_id: brand.id, part_product_id: product.id };
  /** Belongs to the first holder, who can import. */
  const { udid: review, mapping, error, correction } = await addReview(db, holders[0] ?? user.id, part.id);
  const mapped = await addMapping(db, holders[0] ?? user.id, brand.id);
  return {
    review,
    mapping,
    error,
    correction,
    brand: brand.id,
    category: category.id,
    product: product.id,
    part: part.id,
    otherPart: (await addPart(db, brand.id, product.id)).id,
    attribute: (await addAttribute(db, part.id)).id,
    cross: (await addCross(db, part.id)).id,
    picture: (await addPicture(db, part.id)).id,
    removedPart: await addRemoved(db, 'parts', await addPart(db, brand.id, product.id)),
    application: (await addApplication(db, part.id)).id,
    ...(await addOperation(db, part.id)),
    /** These belong to the first holder too. */
    view: (await addView(db, holders[0] ?? user.id)).id,
    undo: await addUndo(db, holders[0] ?? user.id, part.id),
    bulk: await addBulk(db, holders[0] ?? user.id, part.id),
    ...(await addPictureImport(db, holders[0] ?? user.id, part.id)),
    proposal: (await addProposal(db, holders[0] ?? user.id, part.id)).id,
    vehicle: (await addVehicle(db)).id,
    usedVehicle: (await addApplication(db, part.id)).vehicle_id,
    vehicleAlias: (await addVehicleAlias(db)).id,
    header: (await addHeader(db)).id,
    mappedFile: mapped.udid,
    storedMapping: mapped.stored,
    /** Belongs to the first holder, who can import. */
    udid: (await addImport(db, holders[0] ?? user.id)).udid,
    client: client.id,
    clientEmail: client.email,
    clientGrant: (await addGrant(db, client.id, place)).id,
    user: user.id,
    userEmail: user.email,
    userGrant: (await addGrant(db, user.id, place)).id,
    download: (await addDownload(db, client.id)).id,
  };
}

export type Input = {
  params?: Record<string, unknown>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
};

/** The smallest picture there is. */
const PHOTO = new File([Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')], 'foto.gif');

let counter = 0;
const newName = () => `Nombre ${++counter}`;
const partFields = ({ brand, product }: Rows) => ({
  part_brand_id: brand,
  part_product_id: product,
  code: newName(),
});

/** A change of a part's cell, in a grid of the brand and product. */
const gridBody = ({ brand, product }: Rows, part: number) => ({
  part_brand_id: brand,
  part_product_id: product,
  parts: [{ part_id: part, code: 'C', attributes: [{ name: newName(), from: null, to: { value: '1', unit: '' } }] }],
});

const newVehicle = () => ({
  ...{ brand: 'Fiat', model_master: newName(), model: newName(), sold_from_year: 2001 },
});
const newView = () => ({ list: api.parts.list.path, name: newName(), query: {}, columns: NO_COLUMNS });

/** Input of each call for a row. `own` has rows within the caller's scope, for calls that name two rows. */
export const INPUTS: Record<string, (row: Rows, own: Rows) => Input> = {
  'account.store': () => ({ body: { name: newName(), phone: '' } }),
  'account.password': () => ({ body: { current: 'no-es-esa', password: 'otra-clave-propia' } }),
  'account.pinBrand': ({ brand }) => ({ body: { part_brand_id: brand, pin: 'default' } }),
  'account.closeSession': () => ({ body: { id: crypto.randomUUID() } }),

  'activity.show': ({ operation }) => ({ params: { operationId: operation } }),
  'activity.changes': ({ operation }) => ({ params: { operationId: operation } }),

  'attributes.list': ({ part }) => ({ params: { partId: part } }),
  'attributes.suggestions': ({ part }) => ({ params: { partId: part } }),
  'attributes.usual': ({ brand, product }) => ({ params: { brandId: brand, productId: product } }),
  'attributes.values': ({ part }) => ({ query: { parts: String(part), names: 'Alto' } }),
  'attributes.store': ({ part }) => ({ body: { part_id: part, name: newName(), value: '1' } }),
  'attributes.store:theirAttribute': ({ attribute }, own) => ({
    body: { part_id: own.part, attribute_id: attribute, name: newName(), value: '1' },
  }),
  'attributes.storeMany': ({ part }) => ({ body: { part_id: part, rows: [{ name: newName(), value: '1' }] } }),
  'attributes.remove': ({ part, attribute }) => ({ body: { part_id: part, attribute_id: attribute } }),
  'attributes.remove:theirAttribute': ({ attribute }, own) => ({
    body: { part_id: own.part, attribute_id: attribute },
  }),
  'attributes.remove:theirPart': ({ part }, own) => ({ body: { part_id: part, attribute_id: own.attribute } }),

  'auth.login': ({ userEmail }) => ({ body: { email: userEmail, password: PASSWORD } }),
  'auth.register': () => ({ body: { ...newPerson(), displayName: newName() } }),
  'auth.updateUser': () => ({ body: { user: { data: { shortcuts: ['parts'] } } } }),

  'brands.show': ({ brand }) => ({ params: { id: brand } }),
  'brands.add': ({ brand }) => ({ body: { id: brand, name: newName() } }),
  'brands.add:new': () => ({ body: { name: newName() } }),
  'brands.remove': ({ brand }) => ({ body: { brand_id: brand } }),

  'categories.json': ({ brand }) => ({ params: { brandId: brand } }),
  'categories.show': ({ category }) => ({ params: { id: category } }),
  'categories.add': ({ category }) => ({ body: { id: category, name: newName() } }),
  'categories.add:new': () => ({ body: { name: newName() } }),
  'categories.remove': ({ category }) => ({ body: { category_id: category } }),

  'clients.show': ({ client }) => ({ params: { id: client } }),
  'clients.store': ({ client, clientEmail }) => ({ body: { id: client, name: 'Persona client', email: clientEmail } }),
  'clients.store:account': ({ client }) => ({ body: { ...newPerson(), id: client } }),
  'clients.store:new': () => ({ body: newPerson() }),
  'clients.remove': ({ client }) => ({ body: { id: client } }),
  'clients.restore': ({ client }) => ({ body: { id: client } }),
  'clients.viewAs': ({ client }) => ({ body: { id: client } }),
  'clients.closeSessions': ({ client }) => ({ body: { id: client } }),
  'clients.products': ({ client }) => ({ params: { id: client } }),
  'clients.append': ({ client, brand, category }) => ({ body: { user_id: client, brand, category } }),
  'clients.append:theirBrand': ({ brand, category }, own) => ({ body: { user_id: own.client, brand, category } }),
  'clients.append:theirClient': ({ client }, { brand, category }) => ({ body: { user_id: client, brand, category } }),
  'clients.withdraw': ({ client, clientGrant }) => ({ body: { client_id: client, id: clientGrant } }),
  'clients.withdraw:theirGrant': ({ clientGrant }, own) => ({ body: { client_id: own.client, id: clientGrant } }),
  'clients.withdraw:theirClient': ({ client }, own) => ({ body: { client_id: client, id: own.clientGrant } }),

  'conflicts.list': ({ brand, product }) => ({ params: { partBrandId: brand, partProductId: product } }),
  'conflicts.list:theirProduct': ({ product }, own) => ({ params: { partBrandId: own.brand, partProductId: product } }),
  'conflicts.silence': ({ part, otherPart }) => ({ body: { part_id: part, other_id: otherPart } }),
  'conflicts.silence:theirPart': ({ otherPart }, own) => ({ body: { part_id: own.part, other_id: otherPart } }),
  'conflicts.restore': ({ part, otherPart }) => ({ body: { part_id: part, other_id: otherPart } }),
  'conflicts.restore:theirPart': ({ otherPart }, own) => ({ body: { part_id: own.part, other_id: otherPart } }),

  'crosses.list': ({ part }) => ({ params: { partId: part } }),
  'crosses.brands': ({ part }) => ({ params: { partId: part } }),
  'crosses.related': ({ part }) => ({ params: { partId: part } }),
  'crosses.store': ({ part }) => ({ body: { part_id: part, brand: newName(), code: 'X1' } }),
  'crosses.store:theirCross': ({ cross }, own) => ({
    body: { part_id: own.part, cross_id: cross, brand: newName(), code: 'X1' },
  }),
  'crosses.storeMany': ({ part }) => ({ body: { part_id: part, rows: [{ brand: newName(), code: 'X1' }] } }),
  'crosses.remove': ({ part, cross }) => ({ body: { part_id: part, cross_id: cross } }),
  'crosses.remove:theirCross': ({ cross }, own) => ({ body: { part_id: own.part, cross_id: cross } }),
  'crosses.remove:theirPart': ({ part }, own) => ({ body: { part_id: part, cross_id: own.cross } }),

  'downloads.ticket': ({ brand }) => ({ body: { path: `/api/backend/exporter/files/parts/${brand}/all/file.xlsx` } }),
  'downloads.progress': ({ download }) => ({ params: { id: download } }),

  'exporter.spreadsheet': ({ brand, product }) => ({ params: { kind: 'parts', brandId: brand, productId: product } }),
  'exporter.spreadsheet:theirProduct': ({ product }, own) => ({
    params: { kind: 'parts', brandId: own.brand, productId: product },
  }),
  'exporter.spreadsheet:forImporter': ({ brand }) => ({
    params: { kind: 'for_importer', brandId: brand, productId: 'all' },
  }),
  'exporter.spreadsheet:category': ({ brand, category }) => ({
    params: { kind: 'meli', brandId: brand, productId: 'all' },
    query: { 'filter[matches-part_category_id]': String(category) },
  }),
  'exporter.table': ({ brand, product }) => ({
    params: { brandId: brand, productId: product },
    query: { columns: 'code' },
  }),
  'exporter.json': ({ brand }) => ({ params: { brandId: brand, productId: 'all' } }),

  'grid.rows': ({ brand, product }) => ({ params: { brandId: brand, productId: product, after: 0 } }),
  'grid.store': (row) => ({ body: gridBody(row, row.part) }),
  'grid.store:theirPart': ({ part }, own) => ({ body: gridBody(own, part) }),
  'history.list': ({ part }) => ({ params: { partId: part } }),
  'history.restore': ({ part, operation }) => ({ body: { part_id: part, operation_id: operation } }),
  'history.restore:theirPart': ({ part }, own) => ({ body: { part_id: part, operation_id: own.operation } }),
  'history.restore:theirOperation': ({ operation }, own) => ({
    body: { part_id: own.part, operation_id: operation },
  }),
  'history.restore:theirChange': ({ change }, own) => ({
    body: { part_id: own.part, operation_id: own.operation, change_id: change },
  }),

  'home.coverage:product': ({ product }) => ({ query: { part_product_id: String(product) } }),
  'home.holes': ({ product }) => ({ query: { part_product_id: String(product), brand: 'Fiat', model: 'Uno' } }),

  'importCorrections.row': ({ review, error }) => ({ params: { udid: review, id: error } }),
  'importCorrections.row:theirError': ({ error }, own) => ({ params: { udid: own.review, id: error } }),
  'importCorrections.list': ({ review }) => ({ params: { udid: review } }),
  'importCorrections.store': ({ review, error }) => ({
    body: { udid: review, id: error, cells: [{ column: 'Marca', value: 'b' }] },
  }),
  'importCorrections.remove': ({ review, correction }) => ({ body: { udid: review, id: correction } }),

  'importMappings.groups': ({ review }) => ({ params: { udid: review } }),
  'importMappings.store': ({ review }) => ({
    body: { udid: review, mappings: [{ column: 'Marca', value: 'a', to: 'b' }] },
  }),
  'importMappings.remove': ({ mapping }) => ({ body: { id: mapping } }),

  'importReview.changes': ({ review }) => ({ params: { udid: review } }),
  'importReview.kinds': ({ review }) => ({ params: { udid: review } }),
  'importReview.choose': ({ review }) => ({ body: { udid: review, accepted: 0 } }),
  'importReview.apply': ({ review }) => ({ body: { udid: review } }),

  'importer.show': ({ udid }) => ({ params: { udid } }),
  'importer.errors': ({ udid }) => ({ params: { udid } }),
  'importer.errorsFile': ({ udid }) => ({ params: { udid } }),
  'importer.store': () => ({ body: { attachment: new File([`PK\x03\x04${newName()}`], 'piezas.xlsx') } }),
  'importer.cancel': ({ udid }) => ({ body: { udid } }),
  'importer.remove': ({ udid }) => ({ body: { udid } }),

  'mercadolibre.categories': () => ({ query: { search: 'filtro' } }),

  'parts.list': ({ brand, product }) => ({ params: { brandId: brand, productId: product } }),
  'parts.show': ({ part }) => ({ params: { partId: part } }),
  'parts.sheet': ({ part }) => ({ params: { partId: part } }),
  'parts.duplicate': ({ part }) => ({ body: { part_id: part, code: newName() } }),
  'parts.store': (row) => ({ body: partFields(row) }),
  'parts.store:theirBrand': ({ brand }, own) => ({ body: { ...partFields(own), part_brand_id: brand } }),
  'parts.store:theirProduct': ({ product }, own) => ({ body: { ...partFields(own), part_product_id: product } }),
  'parts.update': ({ part }, own) => ({ body: { ...partFields(own), part_id: part } }),
  'parts.update:theirBrand': ({ brand }, own) => ({
    body: { ...partFields(own), part_id: own.part, part_brand_id: brand },
  }),
  'parts.update:theirProduct': ({ product }, own) => ({
    body: { ...partFields(own), part_id: own.part, part_product_id: product },
  }),
  'parts.remove': ({ part }) => ({ body: { id: part } }),

  'pictures.list': ({ part }) => ({ params: { partId: part } }),
  'pictureImports.store': ({ brand }) => ({ body: { part_brand_id: brand, part_product_id: 'all' } }),
  'pictureImports.store:theirProduct': ({ product }, own) => ({
    body: { part_brand_id: own.brand, part_product_id: product },
  }),
  'pictureImports.addFile': ({ pictureImport }) => ({ body: { id: pictureImport, attachment: PHOTO } }),
  'pictureImports.show': ({ pictureImport }) => ({ params: { pictureImportId: pictureImport } }),
  'pictureImports.files': ({ pictureImport }) => ({ params: { pictureImportId: pictureImport } }),
  'pictureImports.thumbnail': ({ pictureImport, pictureImportFile }) => ({
    params: { pictureImportId: pictureImport, fileId: pictureImportFile },
  }),
  'pictureImports.assign': ({ pictureImport, pictureImportFile, part }) => ({
    body: { id: pictureImport, file_id: pictureImportFile, part_id: part },
  }),
  'pictureImports.assign:theirFile': ({ pictureImportFile }, own) => ({
    body: { id: own.pictureImport, file_id: pictureImportFile, part_id: own.part },
  }),
  'pictureImports.assign:theirPart': ({ part }, own) => ({
    body: { id: own.pictureImport, file_id: own.pictureImportFile, part_id: part },
  }),
  'pictureImports.apply': ({ pictureImport }) => ({ body: { id: pictureImport, mode: 'append' } }),
  'pictureImports.cancel': ({ pictureImport }) => ({ body: { id: pictureImport } }),

  'pictures.store': ({ part }) => ({ body: { part_id: part, attachment: PHOTO } }),
  'pictures.remove': ({ part, picture }) => ({ body: { part_id: part, picture_id: picture } }),
  'pictures.remove:theirs': ({ picture }, own) => ({ body: { part_id: own.part, picture_id: picture } }),
  'pictures.remove:theirPart': ({ part }, own) => ({ body: { part_id: part, picture_id: own.picture } }),
  'pictures.changeOrder': ({ part, picture }) => ({ body: { part_id: part, picture_id: picture, order: 1 } }),
  'pictures.changeOrder:theirs': ({ picture }, own) => ({
    body: { part_id: own.part, picture_id: picture, order: 1 },
  }),
  'pictures.changeOrder:theirPart': ({ part }, own) => ({
    body: { part_id: part, picture_id: own.picture, order: 1 },
  }),
  'pictures.markBlueprint': ({ part, picture }) => ({
    body: { part_id: part, picture_id: picture, is_blueprint: 1 },
  }),
  'pictures.markBlueprint:theirs': ({ picture }, own) => ({
    body: { part_id: own.part, picture_id: picture, is_blueprint: 1 },
  }),
  'pictures.markBlueprint:theirPart': ({ part }, own) => ({
    body: { part_id: part, picture_id: own.picture, is_blueprint: 1 },
  }),

  'templates.show': ({ product }) => ({ params: { productId: product } }),
  'templates.proposals': ({ product }) => ({ params: { productId: product } }),
  'templates.values': ({ product }) => ({ params: { productId: product }, query: { name: 'Largo' } }),
  'templates.preview': ({ product }) => ({ body: { product_id: product, attributes: [], rows: [] } }),
  'templates.store': ({ product }) => ({ body: { product_id: product, version: 0, attributes: [] } }),
  'products.json': ({ brand, category }) => ({ params: { brandId: brand, categoryId: category } }),
  'products.jsonOfCategory': ({ category }) => ({ params: { categoryId: category } }),
  'products.jsonChained': ({ category }) => ({ params: { categoryId: category } }),
  'products.paginated': ({ category }) => ({ params: { categoryId: category } }),
  'products.show': ({ product }) => ({ params: { id: product } }),
  'products.describe': ({ product }) => ({ params: { id: product }, query: {} }),
  'products.add': ({ product }, own) => ({ body: { id: product, name: newName(), category_id: own.category } }),
  'products.add:new': ({ category }) => ({ body: { name: newName(), category_id: category } }),
  'products.remove': ({ product }) => ({ body: { product_id: product } }),
  'products.toggleVehicleHeader': ({ product }, { header }) => ({
    body: { product_id: product, vehicle_header: header },
  }),

  'suggestions.list': ({ part }) => ({ params: { partId: part } }),
  'suggestions.accept': ({ part }, { vehicle }) => ({ body: { part_id: part, vehicle_ids: [vehicle] } }),
  'suggestions.reject': ({ part }, { vehicle }) => ({ body: { part_id: part, vehicle_ids: [vehicle] } }),
  'suggestions.restore': ({ part }, { vehicle }) => ({ body: { part_id: part, vehicle_ids: [vehicle] } }),

  'trash.restore': ({ removedPart }) => ({ body: { ids: [removedPart] } }),

  'bulk.preview': ({ brand }) => ({ body: { matching: ofBrand(brand), action: { do: 'remove' } } }),
  'bulk.preview:copied': ({ part }, own) => ({
    body: { ids: [own.part], action: { do: 'copy_applications', from_part_id: part } },
  }),
  'bulk.store': ({ brand }) => ({ body: { matching: ofBrand(brand), action: { do: 'enable', enabled: 0 } } }),
  'bulk.mergeVehicle': ({ vehicle, usedVehicle }) => ({
    body: { vehicle_id: usedVehicle, into_vehicle_id: vehicle },
  }),
  'bulk.show': ({ bulk }) => ({ params: { bulkId: bulk } }),
  'bulk.results': ({ bulk }) => ({ params: { bulkId: bulk } }),
  'bulk.cancel': ({ bulk }) => ({ body: { id: bulk } }),

  'undos.preview': ({ operation }) => ({ params: { operationId: operation } }),
  'undos.store': ({ operation }) => ({ body: { operation_id: operation } }),
  'undos.show': ({ undo }) => ({ params: { undoId: undo } }),
  'undos.results': ({ undo }) => ({ params: { undoId: undo } }),
  'undos.file': ({ undo }) => ({ params: { undoId: undo } }),
  'undos.cancel': ({ undo }) => ({ body: { id: undo } }),

  'search.suggest': () => ({ query: { text: 'X1' } }),
  'search.list': () => ({ query: { 'filter[contains-text]': 'X1' } }),

  'users.show': ({ user }) => ({ params: { id: user } }),
  'users.store': ({ user }) => ({ body: { ...newPerson(), id: user } }),
  'users.store:new': () => ({ body: newPerson() }),
  'users.remove': ({ user }) => ({ body: { id: user } }),
  'users.restore': ({ user }) => ({ body: { id: user } }),
  'users.closeSessions': ({ user }) => ({ body: { id: user } }),
  'users.products': ({ user }) => ({ params: { id: user } }),
  'users.append': ({ user }, own) => ({ body: { user_id: user, brand: own.brand } }),
  'users.withdraw': ({ userGrant }) => ({ body: { id: userGrant } }),

  'vehicleAliases.show': ({ vehicleAlias }) => ({ params: { id: vehicleAlias } }),
  'vehicleAliases.store': ({ vehicleAlias }) => ({ body: { id: vehicleAlias, name: newName(), brand: 'Fiat' } }),
  'vehicleAliases.store:new': () => ({ body: { name: newName(), brand: 'Fiat' } }),
  'vehicleAliases.remove': ({ vehicleAlias }) => ({ body: { id: vehicleAlias } }),

  'vehicleBase.show': ({ vehicle }) => ({ params: { id: vehicle } }),
  'vehicleBase.names': () => ({ query: { brand: 'Fiat' } }),
  'vehicleBase.store': ({ vehicle }) => ({ body: { ...newVehicle(), id: vehicle } }),
  'vehicleBase.store:new': () => ({ body: newVehicle() }),
  'vehicleBase.rename': () => ({ body: { level: 'brand', brand: 'Fiat', name: 'Fiat', to: 'Fiat' } }),
  'vehicleBase.decide': ({ vehicle }) => ({ body: { ids: [vehicle], take: 'theirs' } }),
  'vehicleBase.remove': ({ vehicle }) => ({ body: { id: vehicle } }),

  'vehicleProposals.show': ({ proposal }) => ({ params: { id: proposal } }),
  'vehicleProposals.store': ({ part }) => ({ body: { ...newVehicle(), part_id: part } }),
  'vehicleProposals.store:new': () => ({ body: newVehicle() }),
  'vehicleProposals.accept': ({ proposal }) => ({ body: { ...newVehicle(), id: proposal } }),
  'vehicleProposals.acceptAs': ({ proposal, vehicle }) => ({ body: { id: proposal, vehicle_id: vehicle } }),
  'vehicleProposals.refuse': ({ proposal }) => ({ body: { id: proposal, reason: 'Ya está' } }),
  'vehicleProposals.withdraw': ({ proposal }) => ({ body: { id: proposal } }),

  'views.list': () => ({ query: { list: api.parts.list.path } }),
  'views.store': ({ view }) => ({ body: { ...newView(), id: view } }),
  // For a list without views of `makeRows`, because the number of views per list is limited.
  'views.store:new': () => ({ body: { ...newView(), list: api.search.list.path } }),
  'views.remove': ({ view }) => ({ body: { id: view } }),

  'workbookMappings.show': ({ mappedFile }) => ({ params: { udid: mappedFile } }),
  'workbookMappings.preview': ({ mappedFile }) => ({ body: { udid: mappedFile, mapping: MAPPING } }),
  'workbookMappings.apply': ({ mappedFile }) => ({ body: { udid: mappedFile, mapping: MAPPING } }),
  'workbookMappings.store': ({ storedMapping, brand }) => ({
    body: { id: storedMapping, part_brand_id: brand, name: newName(), mapping: MAPPING },
  }),
  'workbookMappings.store:new': ({ brand }) => ({ body: { part_brand_id: brand, name: newName(), mapping: MAPPING } }),
  'workbookMappings.remove': ({ storedMapping }) => ({ body: { id: storedMapping } }),

  'vehicleCatalog.choices': () => ({ query: { brand: 'Fiat' } }),
  'vehicleCatalog.find': () => ({ query: { text: 'fiat' } }),
  'vehicleCatalog.products': ({ vehicle }) => ({ query: { vehicle_id: String(vehicle) } }),
  'vehicleCatalog.list': ({ vehicle }) => ({ query: { 'filter[in-vehicle_id]': String(vehicle) } }),

  'vehicles.list': ({ part }) => ({ params: { partId: part } }),
  'vehicles.storeImage': ({ vehicle }) => ({ body: { vehicle_id: vehicle, attachment: PHOTO } }),
  'vehicles.removeImage': ({ vehicle }) => ({ body: { vehicle_id: vehicle } }),
  'vehicles.store': ({ part }, { vehicle }) => ({
    body: { part_id: part, vehicle_id: vehicle, positions: ['Trasera'] },
  }),
  'vehicles.store:theirApplication': ({ application }, own) => ({
    body: { id: application, part_id: own.part, vehicle_id: own.vehicle },
  }),
  'vehicles.remove': ({ part, application }) => ({ body: { part_id: part, application_id: application } }),
  'vehicles.remove:theirApplication': ({ application }, own) => ({
    body: { part_id: own.part, application_id: application },
  }),
  'vehicles.remove:theirPart': ({ part }, own) => ({ body: { part_id: part, application_id: own.application } }),
  'vehicles.linkMany': ({ part }) => ({ body: { part_id: part, linked: 1, query: { 'filter[matches-id]': '1' } } }),
  'vehicles.changeMany': ({ part }) => ({ body: { part_id: part, query: {}, set: { note: 'Con ABS' } } }),
  'vehicles.copy': ({ part }) => ({ body: { part_id: part, from_part_id: part } }),
  'vehicles.copy:theirPart': ({ part }, own) => ({ body: { part_id: own.part, from_part_id: part } }),
  'vehicles.toggle': ({ part }, { vehicle }) => ({ body: { part_id: part, vehicle_id: vehicle } }),
};
