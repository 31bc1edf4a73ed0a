import type { Database, Tx } from '../../src/platform/database/database.ts'
import type { Demo } from './demo.ts'
import { accountManagers, employees, users } from './people.ts'
import { WAREHOUSES } from './warehouses.ts'

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
