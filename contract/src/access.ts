/** A person has one role; a guest has none. */
export const ROLES = ['admin', 'staff', 'manufacturer', 'client', 'user'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Record<Role, string> = {
  admin: 'Administrador',
  staff: 'Staff',
  manufacturer: 'Fabricante',
  client: 'Cliente',
  user: 'Usuario',
};
export const GUEST_NAME = 'Invitado';

/** Roles that each access list admits (§6). `public` admits guests too; `onlyGuest` admits only guests. */
const ADMITTED = {
  public: [...ROLES, null],
  onlyGuest: [null],
  user: ROLES,
  client: ['admin', 'staff', 'client'],
  manufacturer: ['admin', 'staff', 'manufacturer'],
  staff: ['admin', 'staff'],
  admin: ['admin'],
} as const satisfies Record<string, readonly (Role | null)[]>;
export type Access = keyof typeof ADMITTED;

/** Returns true for roles that see the whole catalog. Others see their grants, and nothing without grants. */
export const seesEverything = (role: Role | null) => admits('staff', role);

/** Returns true for roles that see who changed what. Clients and users see what is new, without the person. */
export const seesHistory = (role: Role | null) => admits('manufacturer', role);

/** Access of the screens of each noun, which most of their calls share. */
export const SCREENS = {
  home: 'user',
  parts: 'user',
  pending: 'manufacturer',
  conflicts: 'manufacturer',
  grid: 'manufacturer',
  trash: 'manufacturer',
  activity: 'manufacturer',
  importer: 'manufacturer',
  pictureImports: 'manufacturer',
  users: 'admin',
  clients: 'manufacturer',
  products: 'admin',
  brands: 'admin',
  categories: 'admin',
  vehicleAliases: 'admin',
  vehicleBase: 'admin',
  vehicleProposals: 'manufacturer',
} as const satisfies Record<string, Access>;

export function admits(access: Access, role: Role | null): boolean {
  const admitted: readonly (Role | null)[] = ADMITTED[access];
  return admitted.includes(role);
}
