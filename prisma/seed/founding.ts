import type { Database, Tx } from '../../src/platform/database/database.ts'
import type { Demo } from './demo.ts'
import { type Marker, writeMarker } from './marker.ts'
import { accountManagers, employees, users, WAREHOUSES } from './people.ts'

/** Whether nobody has put anything into the database yet. */
export async function isEmpty(db: Database): Promise<boolean> {
  const found = await db.row<{ empty: boolean }>(
    `select not (exists (select from sellers) or exists (select from users) or exists (select from warehouses)
                 or exists (select from employees) or exists (select from account_managers)
                 or exists (select from campaigns)) as empty`,
  )
  return found?.empty === true
}

/**
 * Writes who works at the operator, where, and its campaigns, in the caller's transaction, with the marker: either the
 * database knows that a demo is being made in it, or it is still empty. Ids are given, because user 1 must be the board
 * even where an earlier attempt has used up numbers.
 */
export async function found(tx: Tx, { campaigns }: Demo, marker: Marker) {
  await tx.prisma.warehouse.createMany({ data: WAREHOUSES })
  await tx.prisma.employee.createMany({ data: employees })
  await tx.prisma.account_manager.createMany({ data: accountManagers })
  await tx.prisma.user.createMany({ data: users })
  await tx.prisma.campaign.createMany({ data: campaigns.map(withDates) })
  await tx.run`
    select setval(pg_get_serial_sequence('warehouses', 'id'), (select max(id) from warehouses)),
           setval(pg_get_serial_sequence('employees', 'id'), (select max(id) from employees)),
           setval(pg_get_serial_sequence('account_managers', 'id'), (select max(id) from account_managers)),
           setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users)),
           setval(pg_get_serial_sequence('campaigns', 'id'), (select max(id) from campaigns))`
  await writeMarker(tx, marker)
}

const withDates = ({ start_date, end_date, ...campaign }: Demo['campaigns'][number]) => ({
  ...campaign,
  start_date: new Date(start_date),
  end_date: new Date(end_date),
})
