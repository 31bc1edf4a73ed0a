import type { Model } from '../api/types.ts'

type Role = Model<'ApiKey'>['role']

/** The roles, as people call them. */
export const ROLE_NAMES: Record<Role, string> = {
  bod: 'Board',
  admin: 'Administrator',
  ops_head: 'Head of operations',
  am_head: 'Head of account management',
  am: 'Account manager',
  warehouse: 'Warehouse',
  finance: 'Finance',
  system: 'System',
  integration: 'Integration',
  viewer: 'Viewer',
  seller: 'Seller',
}

const TASKS: Record<Role, string> = {
  bod: 'Sees and may do everything',
  admin: 'Accounts, keys, rules',
  ops_head: 'Calculates, reviews, recommends on appeals',
  am_head: 'Finalizes, decides appeals',
  am: 'The own portfolio, appeals',
  warehouse: 'Whether a seller is blocked',
  finance: 'Surcharges',
  system: 'Pushes facts',
  integration: 'Pushes facts, calculates, reads scores and events',
  viewer: 'Reads everything',
  seller: 'The own score and what to do next',
}

/** Every role, in the order of what it may do. */
export const ROLES = Object.keys(ROLE_NAMES) as Role[]

/** `ops_head` → `Head of operations`; a role without a name stays as it is. */
export const roleName = (role: string) => ROLE_NAMES[role as Role] ?? role

/** What a role is there for. */
export const roleTask = (role: string) => TASKS[role as Role] ?? ''
