import { z } from 'zod';
import { SCREENS } from './access.ts';
import { Undoable } from './added.ts';
import { Qualifiers } from './applications.ts';
import { get, post } from './endpoint.ts';
import { Id, line, Moment, Nothing, paragraph } from './fields.ts';
import { listed, paged } from './list.ts';
import { VehicleFields } from './vehicle-base.ts';
import { ApplicationFields } from './vehicles.ts';
import { counted } from './words.ts';

/** Limit of a person's proposals that wait for an answer. */
export const MAX_PROPOSALS = 500;
/** Limit of applications that wait for a proposal. */
export const MAX_WAITING_PARTS = 500;
/** Limit of parts that the list names for a proposal. */
export const MAX_NAMED_PARTS = 5;

export const PROPOSAL_STATES = ['waiting', 'accepted', 'refused'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** Application of a part to the proposed vehicle. */
const WaitingPart = Qualifiers.extend({
  part_id: z.int(),
  code: z.string(),
  /** Null while the proposal waits. A part with other years, or with the same application, is not linked. */
  is_linked: z.boolean().nullable(),
});

export const VehicleProposal = z.object({
  id: z.int(),
  created_at: Moment,
  /** Author. */
  user: z.string(),
  is_own: z.boolean(),
  brand: z.string(),
  model_master: z.string(),
  model: z.string(),
  version: z.string(),
  engine_code: z.string(),
  fuel: z.string(),
  sold_from_year: z.int(),
  sold_until_year: z.int().nullable(),
  comment: z.string(),
  state: z.enum(PROPOSAL_STATES),
  /** Why it was refused. */
  reason: z.string(),
  /** Name of the vehicle that was added or chosen; null while it waits, or once the vehicle was removed. */
  vehicle: z.string().nullable(),
  decided_at: Moment.nullable(),
  decided_by: z.string().nullable(),
  /** Parts in the caller's scope. The list has the first of them. */
  parts: z.array(WaitingPart),
  parts_count: z.int(),
});
export type VehicleProposal = z.output<typeof VehicleProposal>;

const Linked = Undoable.extend({
  linked: z.int(),
  /** Parts whose application was there already, has other years, or is out of the author's scope by now. */
  skipped: z.int(),
});
type Linked = z.output<typeof Linked>;

const linkedInWords = (what: string, { linked, skipped }: Linked) =>
  [
    what,
    ...(linked > 0 ? [`se ${linked === 1 ? 'vinculó' : 'vincularon'} ${counted(linked, 'pieza')}`] : []),
    ...(skipped > 0 ? [`${counted(skipped, 'pieza')} no se ${skipped === 1 ? 'pudo' : 'pudieron'} vincular`] : []),
  ].join('; ');

export const vehicleProposals = {
  list: get({
    path: '/api/backend/catalog/vehicle-proposals/paginated',
    access: SCREENS.vehicleProposals,
    summary: 'Los vehículos propuestos, por páginas: los propios o, para quien administra, todos',
    reads: ['vehicleProposals', 'vehicles', 'parts'],
    ...listed(
      {
        id: 'number',
        created_at: 'date',
        user: 'text',
        brand: 'text',
        model_master: 'text',
        model: 'text',
        version: 'text',
        engine_code: 'code',
        fuel: 'text',
        sold_from_year: 'number',
        sold_until_year: 'number',
        state: 'text',
        decided_at: 'date',
      },
      '-id',
    ),
    result: paged(VehicleProposal),
  }),
  show: get({
    path: '/api/backend/catalog/vehicle-proposals/:id',
    access: SCREENS.vehicleProposals,
    summary: 'Un vehículo propuesto, con las piezas que lo esperan',
    reads: ['vehicleProposals', 'vehicles', 'parts'],
    params: z.object({ id: Id }),
    result: VehicleProposal,
  }),
  store: post({
    path: '/api/backend/catalog/vehicle-proposals/store',
    access: SCREENS.vehicleProposals,
    summary: 'Propone un vehículo que falta y, con `part_id`, deja esperando la aplicación de esa pieza',
    changes: ['vehicleProposals'],
    body: z
      .object({
        ...VehicleFields,
        /** Empty for the family of the model in the base or, for a new model, its name. */
        model_master: line(100).default(''),
        comment: paragraph(1000).default(''),
        part_id: Id.nullish().transform((id) => id ?? null),
        ...ApplicationFields.shape,
      })
      .omit({ origin: true, components: true }),
    result: VehicleProposal,
    message: (_: VehicleProposal, { part_id }: { part_id: number | null }) =>
      `Propuesto: lo revisa quien administra.${part_id === null ? '' : ' La aplicación queda esperando.'}`,
  }),
  accept: post({
    path: '/api/backend/catalog/vehicle-proposals/accept',
    access: SCREENS.vehicleBase,
    summary: 'Agrega a la base un vehículo propuesto, como se envía, y vincula las piezas que lo esperan',
    changes: ['vehicleProposals', 'vehicles', 'applications'],
    body: z.object({ id: Id, ...VehicleFields }),
    result: Linked,
    message: (linked: Linked) => linkedInWords('Vehículo agregado', linked),
  }),
  acceptAs: post({
    path: '/api/backend/catalog/vehicle-proposals/accept-as',
    access: SCREENS.vehicleBase,
    summary: 'Responde una propuesta con un vehículo de la base, y vincula con él las piezas que lo esperan',
    changes: ['vehicleProposals', 'applications'],
    body: z.object({ id: Id, vehicle_id: Id }),
    result: Linked,
    message: (linked: Linked) => linkedInWords('Propuesta respondida', linked),
  }),
  refuse: post({
    path: '/api/backend/catalog/vehicle-proposals/refuse',
    access: SCREENS.vehicleBase,
    summary: 'Rechaza una propuesta y le dice por qué a quien la hizo',
    changes: ['vehicleProposals'],
    body: z.object({ id: Id, reason: paragraph(1000).min(1) }),
    result: Nothing,
    message: 'Propuesta rechazada',
  }),
  withdraw: post({
    path: '/api/backend/catalog/vehicle-proposals/withdraw',
    access: SCREENS.vehicleProposals,
    summary: 'Retira una propuesta propia que nadie respondió',
    changes: ['vehicleProposals'],
    body: z.object({ id: Id }),
    result: Nothing,
    message: 'Propuesta retirada',
  }),
  seen: post({
    path: '/api/backend/catalog/vehicle-proposals/seen',
    access: SCREENS.vehicleProposals,
    summary: 'Da por vistas las respuestas a las propuestas propias',
    changes: ['vehicleProposals'],
    result: Nothing,
  }),
};
