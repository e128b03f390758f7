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

/** Who is admitted by each access list (§6). `public` admits guests too; `onlyGuest` admits only guests. */
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

/** Who sees the whole catalogue. Everyone else sees what was granted to them, and nothing without grants. */
export const seesEverything = (role: Role | null) => admits('staff', role);

/** Who is told who changed what. Clients and users see what is new, not who did it. */
export const seesHistory = (role: Role | null) => admits('manufacturer', role);

/** Who opens the screens of each noun. The calls that the screens are made of admit the same roles. */
export const SCREENS = {
  home: 'user',
  parts: 'user',
  pending: 'manufacturer',
  conflicts: 'manufacturer',
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
} as const satisfies Record<string, Access>;

export function admits(access: Access, role: Role | null): boolean {
  const admitted: readonly (Role | null)[] = ADMITTED[access];
  return admitted.includes(role);
}
