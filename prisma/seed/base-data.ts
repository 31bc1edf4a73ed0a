import { shiftPeriod } from '../../src/domain/business-time.ts'
import type { Role } from '../../src/platform/access/roles.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { addDays } from '../../src/scoring/month.ts'
import { type Calendar, lastDay } from './calendar.ts'
import type { Demo } from './demo.ts'

export const WAREHOUSES = [
  { id: 1, code: 'WH-HAMBURG', name: 'Hamburg hub' },
  { id: 2, code: 'WH-LEIPZIG', name: 'Leipzig hub' },
  { id: 3, code: 'WH-VIENNA', name: 'Vienna hub' },
]

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
  ['Seller portal', 'seller', 'seller'],
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

/** The campaign of each calendar month; every third one is a major one. */
const NAMES = [
  'New year deals', 'Winter clearance', 'Spring start', 'Easter deals', 'Garden sale', 'Midyear deals', 'Travel week',
  'Back to school', 'Autumn opening', 'Anniversary days', 'Black week', 'Holiday gifts',
] // biome-ignore format: a list of names reads as a paragraph

/** One campaign a month from the first to the next, one that runs on the anchor, and one that was called off. */
export function campaignsOf({ periods, anchor }: Calendar) {
  const monthly = [...periods, shiftPeriod(anchor.slice(0, 7), 1)].map((period) => {
    const month = Number(period.slice(5)) - 1
    return { name: NAMES[month] as string, isMajor: month % 3 === 1, start: `${period}-09`, days: 12 }
  })
  const flash = { name: 'Flash days', isMajor: false, start: addDays(anchor, -3), days: 7 }
  const lastWeek = addDays(lastDay(periods.at(-2) as string), -6)
  const calledOff = { name: 'Overstock weekend', isMajor: false, start: lastWeek, days: 2 }
  return [...monthly, flash, calledOff].map((draft, index) => {
    const { name, isMajor, start, days } = draft
    const end = addDays(start, days)
    const status = end < anchor ? 'completed' : start > anchor ? 'upcoming' : 'active'
    return {
      id: index + 1,
      campaign_code: `${name.toUpperCase().replaceAll(' ', '-')}-${start.slice(2, 4)}`,
      campaign_name: name,
      campaign_type: isMajor ? 'major_campaign' : 'mini_campaign',
      start_date: start,
      end_date: end,
      warehouses: (isMajor ? WAREHOUSES : WAREHOUSES.slice(0, 2)).map(({ id }) => String(id)),
      description: `${name}, ${start} to ${end}`,
      created_by: 'ops.head',
      status: draft === calledOff ? 'cancelled' : status,
    }
  })
}

/** Whether nobody has put anything into the database yet. */
export const isEmpty = async (db: Database): Promise<boolean> =>
  (await db.row(
    `select from sellers union all select from users union all select from warehouses union all
     select from employees union all select from account_managers union all select from campaigns limit 1`,
  )) === undefined

/** Writes who works at the operator, where, and its campaigns. The ids are given, so the sequences go on after them. */
export async function writeBaseData(tx: Tx, { campaigns }: Demo) {
  await tx.prisma.warehouse.createMany({ data: WAREHOUSES })
  await tx.prisma.employee.createMany({ data: employees })
  await tx.prisma.account_manager.createMany({ data: accountManagers })
  await tx.prisma.user.createMany({ data: users })
  await tx.prisma.campaign.createMany({
    data: campaigns.map((campaign) => ({
      ...campaign,
      start_date: new Date(campaign.start_date),
      end_date: new Date(campaign.end_date),
    })),
  })
  await tx.run`
    select setval(pg_get_serial_sequence('warehouses', 'id'), (select max(id) from warehouses)),
           setval(pg_get_serial_sequence('employees', 'id'), (select max(id) from employees)),
           setval(pg_get_serial_sequence('account_managers', 'id'), (select max(id) from account_managers)),
           setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users)),
           setval(pg_get_serial_sequence('campaigns', 'id'), (select max(id) from campaigns))`
}
