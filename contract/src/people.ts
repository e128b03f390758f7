import { z } from 'zod';
import { ROLES } from './access.ts';
import { NewPassword } from './auth.ts';
import { Brand } from './brands.ts';
import { Cuit } from './cuit.ts';
import { Email, Id, line, NewOrId, requiredLine } from './fields.ts';
import { listed } from './list.ts';

/* What users and clients have in common. */

export const Person = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  social_name: z.string(),
  social_number: z.string().nullable(),
  phone: z.string(),
  role: z.array(z.enum(ROLES)),
  roleName: z.string(),
  active: z.literal([0, 1]),
  brands: z.array(Brand),
});

export const personColumns = listed(
  {
    id: 'number',
    name: 'text',
    email: 'text',
    social_name: 'text',
    social_number: 'code',
    phone: 'code',
    role: 'text',
    brands: 'text',
    active: 'flag',
  },
  '-name',
);

/** Undefined keeps the stored value. */
const optionalLine = (max: number) => z.union([line(max), z.null().transform(() => '')]).optional();

export const PersonFields = z.object({
  id: NewOrId,
  name: requiredLine(100),
  social_name: optionalLine(150),
  social_number: Cuit,
  phone: optionalLine(50),
  email: Email,
  /** Blank keeps the stored password (§5). */
  password: z
    .union([z.literal(''), NewPassword])
    .nullish()
    .transform((password) => password || null),
});

const Named = z.object({ id: z.int(), name: z.string() });

/** Grant: a brand, or a category or product of it, that a person may see. */
export const Assignment = z.object({
  id: z.int(),
  part_brand: Named,
  part_category: Named.nullable(),
  part_product: Named.nullable(),
  /** Number of parts in the grant. */
  parts: z.int(),
});

/** Level that may be left open: absent, empty or `all`. */
const OpenLevel = z
  .union([Id, z.literal(['', 'all']).transform(() => null)])
  .nullish()
  .transform((id) => id ?? null);

const Place = z.object({ brand: Id, category: OpenLevel, product: OpenLevel });
export const AssignmentFields = Place.extend({ user_id: Id });

/** Added grant, with the narrower grants that it replaced. */
export const AddedAssignment = Assignment.extend({ replaced: z.array(Assignment) });

/** Grants that a withdrawn one had replaced, added again in the same save. */
export const Restored = z.array(Place).max(500).default([]);

export const PersonId = z.object({ id: Id });
