/** Who may do what. The only place that says so: routes name a permission, the documentation shows it. */

export const ROLES = [
  'bod',
  'admin',
  'ops_head',
  'am_head',
  'am',
  'warehouse',
  'finance',
  'system',
  'integration',
  'viewer',
  'seller',
] as const
export type Role = (typeof ROLES)[number]

const everything = ['bod', 'admin'] as const
const readers = [...everything, 'ops_head', 'am_head', 'viewer'] as const

/**
 * Permission → roles that hold it. `am`, `warehouse` and `seller` hold theirs inside their scope only: an AM the own
 * portfolio, a warehouse user the own warehouse, a seller itself (see scope.ts).
 */
export const PERMISSIONS = {
  'sellers.read': [...readers, 'am', 'warehouse', 'finance', 'system', 'integration'],
  'sellers.write': [...everything, 'ops_head'],
  'exceptions.read': [...readers, 'am'],
  'exceptions.write': [...everything, 'ops_head', 'am_head'],
  'account-managers.read': [...readers, 'am'],
  'account-managers.write': [...everything, 'am_head'],
  'portfolio.read': [...readers, 'am'],
  'dashboard.read': [...readers, 'am'],
  'revenue.read': [...readers, 'am', 'finance'],
  'warehouses.read': [...readers],
  'warehouses.write': [...everything],
  'employees.read': [...readers],
  'employees.write': [...everything],
  'users.read': [...everything],
  'users.write': [...everything],
  'api-keys.read': [...everything],
  'api-keys.write': [...everything],
  'audit.read': [...everything],
  'metrics.read': [...readers, 'system'],
  'config.read': [...readers],
  'config.write': [...everything],
  'drafts.write': [...everything, 'ops_head', 'am_head'],
  'model.read': [...readers],
  'scores.read': [...readers, 'am', 'integration'],
  'seller-scores.read': [...readers, 'am', 'integration', 'seller'],
  'scores.calculate': [...everything, 'ops_head', 'am_head', 'integration'],
  'scores.write': [...everything, 'ops_head', 'am_head'],
  'campaigns.read': [...readers, 'am', 'warehouse'],
  'campaigns.write': [...everything, 'ops_head'],
  'appeals.read': [...readers, 'am', 'seller'],
  'appeals.write': [...everything, 'am', 'seller'],
  'appeals.withdraw': [...everything, 'am', 'seller'],
  'appeals.comment': [...everything, 'ops_head', 'am_head', 'am', 'seller'],
  'appeals.review-ops': [...everything, 'ops_head'],
  'appeals.review-am': [...everything, 'am_head'],
  'surcharges.read': [...readers, 'am', 'warehouse', 'finance', 'seller'],
  'surcharges.write': [...everything, 'ops_head', 'am_head', 'finance'],
  'enforcement.read': [...readers, 'am', 'warehouse', 'system', 'integration', 'seller'],
  'events.read': [...readers, 'integration'],
  'webhooks.read': [...readers],
  'webhooks.write': [...everything],
  'sync.read': [...readers, 'system', 'integration'],
  'sync.write': [...everything, 'system', 'integration'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

/**
 * What an API key does not do, whatever its role: passwords, accounts and keys that it made would outlive its
 * revocation, and accounts that it ended would stay ended. A route that does so, by whichever road, names one of these.
 */
export const NEEDS_LOGIN: ReadonlySet<Permission> = new Set(['users.write', 'api-keys.write'])

/** Whether a role holds a permission. */
export const mayRole = (role: Role, permission: Permission) =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role)

/** Who acts: in a role or, with an API key, in the key's and the user's at once. */
interface Acting {
  role: Role
  user_role?: Role
}

/** The roles that limit an actor. Each must hold a permission, and the scope of each applies. */
export const rolesOf = ({ role, user_role = role }: Acting): Role[] => [role, user_role]

/** Whether an actor may do alone what takes two people: a bod, who stays one with the API key that is used. */
export const mayActAlone = (actor: Acting) => rolesOf(actor).every((role) => role === 'bod')

/** Whether an actor holds a permission. */
export const mayActor = (actor: Acting, permission: Permission) =>
  rolesOf(actor).every((role) => mayRole(role, permission))

/** All permissions that an actor holds. */
export const permissionsOf = (actor: Acting): Permission[] =>
  (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => mayActor(actor, permission))
