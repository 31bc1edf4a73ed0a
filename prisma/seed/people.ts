import type { Role } from '../../src/platform/access/roles.ts'

// Who works at the demo's operator. Ids are fixed, because people copy them from the documentation: user 1 is the board.

export const WAREHOUSES = [
  { id: 1, code: 'WH-HAMBURG', name: 'Hamburg hub' },
  { id: 2, code: 'WH-LEIPZIG', name: 'Leipzig hub' },
  { id: 3, code: 'WH-VIENNA', name: 'Vienna hub' },
]

/** `skill` moves the quality of the whole portfolio, so that account managers can be told apart. */
export const ACCOUNT_MANAGERS = [
  { id: 1, name: 'Dana Wolf', employee_id: 5, skill: 0.05 },
  { id: 2, name: 'Jonas Berg', employee_id: 6, skill: 0.02 },
  { id: 3, name: 'Mira Costa', employee_id: 7, skill: 0 },
  { id: 4, name: 'Samuel Okafor', employee_id: 8, skill: -0.03 },
  { id: 5, name: 'Yuki Tanaka', employee_id: 9, skill: -0.06 },
]

interface Person {
  full_name: string
  position: string
  username?: string
  role?: Role
  am_id?: number
  warehouse_id?: number
}

/** Employees in the order of their ids; those with a username have an account. */
const EMPLOYEES: Person[] = [
  { full_name: 'Helena Brandt', position: 'Chair of the board', username: 'board', role: 'bod' },
  { full_name: 'Arvid Lindgren', position: 'System administrator', username: 'admin', role: 'admin' },
  { full_name: 'Petra Novak', position: 'Head of operations', username: 'ops.head', role: 'ops_head' },
  { full_name: 'Lucas Moreau', position: 'Head of account management', username: 'am.head', role: 'am_head' },
  ...ACCOUNT_MANAGERS.map(({ id, name }) => ({
    full_name: name,
    position: 'Account manager',
    username: `am.${name.split(' ')[0]?.toLowerCase()}`,
    role: 'am' as const,
    am_id: id,
  })),
  ...['Ole Petersen', 'Katrin Vogel', 'Matteo Gruber'].map((full_name, index) => ({
    full_name,
    position: 'Warehouse lead',
    username: `wh.${WAREHOUSES[index]?.name.split(' ')[0]?.toLowerCase()}`,
    role: 'warehouse' as const,
    warehouse_id: index + 1,
  })),
  { full_name: 'Ingrid Sommer', position: 'Financial controller', username: 'finance', role: 'finance' },
]

const emailOf = (full_name: string) => `${full_name.toLowerCase().replaceAll(' ', '.')}@example.com`

export const employees = EMPLOYEES.map(({ full_name, position, warehouse_id }, index) => ({
  id: index + 1,
  employee_code: `E-${101 + index}`,
  full_name,
  email: emailOf(full_name),
  position,
  warehouse_id: warehouse_id ?? null,
}))

export const accountManagers = ACCOUNT_MANAGERS.map(({ id, name, employee_id }) => ({
  id,
  name,
  email: emailOf(name),
  employee_id,
}))

const staff = EMPLOYEES.map(({ full_name, username, role, am_id, warehouse_id }, index) => ({
  full_name,
  username: username as string,
  role: role as Role,
  am_id: am_id ?? null,
  warehouse_id: warehouse_id ?? null,
  employee_id: index + 1,
  email: emailOf(full_name),
}))
const others = [
  {
    full_name: 'Order management push',
    username: 'oms.push',
    role: 'system' as const,
    email: 'oms@example.com',
  },
  { full_name: 'Guest viewer', username: 'viewer', role: 'viewer' as const, email: 'viewer@example.com' },
].map((user) => ({ ...user, am_id: null, warehouse_id: null, employee_id: null }))

/** Every account of the demo. None has a password: in demo mode any is taken. */
export const users = [...staff, ...others].map((user, index) => ({
  id: index + 1,
  ...user,
  password_hash: null,
  is_seeded: true,
}))

/** The id of the demo account with this name. */
export const userNamed = (username: string) => users.find((user) => user.username === username)?.id as number
