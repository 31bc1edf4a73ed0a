import type { Role } from '../../src/platform/access/roles.ts'

/**
 * Everybody with an account, in the order of the ids, which are fixed because people copy them from the documentation:
 * user 1 is the board. `of` is the id of the account manager or of the warehouse.
 */
const PEOPLE: [full_name: string, username: string, role: Role, position?: string, of?: number][] = [
  ['Helena Brandt', 'board', 'bod', 'Chair of the board'],
  ['Arvid Lindgren', 'admin', 'admin', 'System administrator'],
  ['Petra Novak', 'ops.head', 'ops_head', 'Head of operations'],
  ['Lucas Moreau', 'am.head', 'am_head', 'Head of account management'],
  ['Dana Wolf', 'am.dana', 'am', 'Account manager', 1],
  ['Jonas Berg', 'am.jonas', 'am', 'Account manager', 2],
  ['Mira Costa', 'am.mira', 'am', 'Account manager', 3],
  ['Samuel Okafor', 'am.samuel', 'am', 'Account manager', 4],
  ['Yuki Tanaka', 'am.yuki', 'am', 'Account manager', 5],
  ['Ole Petersen', 'wh.hamburg', 'warehouse', 'Warehouse lead', 1],
  ['Katrin Vogel', 'wh.leipzig', 'warehouse', 'Warehouse lead', 2],
  ['Matteo Gruber', 'wh.vienna', 'warehouse', 'Warehouse lead', 3],
  ['Ingrid Sommer', 'finance', 'finance', 'Financial controller'],
  ['Order management', 'oms.push', 'system'],
  ['Guest viewer', 'viewer', 'viewer'],
  ['Elena Sorel', 'seller', 'seller'],
  ['ERP integration', 'integration', 'integration'],
]

/** Every account of the demo. None has a password: in demo mode any is taken. */
export const users = PEOPLE.map(([full_name, username, role, , of = null], index) => ({
  id: index + 1,
  username,
  full_name,
  email: `${full_name.toLowerCase().replace(' ', '.')}@example.com`,
  role,
  am_id: role === 'am' ? of : null,
  warehouse_id: role === 'warehouse' ? of : null,
  employee_id: index + 1,
  password_hash: null,
  is_seeded: true,
}))

/** The id of the demo account with this name. */
export const userNamed = (username: string) => users.find((user) => user.username === username)?.id as number

/** A machine, a guest and a seller have accounts and no position; their records are those that an account gets by itself. */
export const employees = PEOPLE.map(([full_name, , , position = null], index) => {
  const { id, email, warehouse_id } = users[index] as (typeof users)[number]
  const employee_code = position ? `E-${100 + id}` : `U-${id}`
  return { id, employee_code, full_name, email, position, warehouse_id }
})

export const accountManagers = users.flatMap(({ am_id, full_name, email, employee_id }) =>
  am_id ? [{ id: am_id, name: full_name, email, employee_id }] : [],
)

/** The places in which the demo's sellers keep their goods. */
export const WAREHOUSES = [
  { id: 1, code: 'WH-HAMBURG', name: 'Hamburg hub' },
  { id: 2, code: 'WH-LEIPZIG', name: 'Leipzig hub' },
  { id: 3, code: 'WH-VIENNA', name: 'Vienna hub' },
]
