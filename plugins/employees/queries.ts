import type { Database, Tx } from '../../src/platform/database/database.ts'
import { pageOfRecords } from '../../src/platform/database/prisma/page-of-records.ts'
import { plain } from '../../src/platform/database/prisma/record.ts'
import { containing } from '../../src/platform/database/statements/like.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import type { EmployeesQuery } from './schemas.ts'

/** One page of employees and how many match, in the order of their codes. */
export function pageOfEmployees({ prisma }: Database, query: EmployeesQuery) {
  const { search, warehouse_id } = query
  const where = { warehouse_id, ...containing(search, 'employee_code', 'full_name', 'email') }
  const orderBy = [{ employee_code: 'asc' as const }, { id: 'asc' as const }]
  return pageOfRecords(
    query,
    (rows) => prisma.employee.findMany({ where, ...SHOWN, orderBy, ...rows }),
    prisma.employee.count({ where }),
    shown,
  )
}

/** The employee with this id, or null. */
export async function employeeBy({ prisma }: Database, id: number) {
  const record = await prisma.employee.findFirst({ where: { id }, ...SHOWN })
  return record && shown(record)
}

const SHOWN = { omit: { erased_at: true }, include: { warehouse: { select: { name: true } } } } as const

function shown(record: Prisma.employeeGetPayload<typeof SHOWN>) {
  const { warehouse, ...employee } = plain(record)
  return { ...employee, warehouse_name: warehouse?.name ?? null }
}

/** The employee as it stands, locked until the transaction ends, so that two changes see each other. */
export const lockEmployee = (tx: Tx, id: number) =>
  tx.row<{
    id: number
    is_active: boolean
    erased_at: string | null
  }>`select * from employees where id = ${id} for update`

/** The usernames of the active accounts that an employee uses. */
export async function activeAccountsOf({ prisma }: Tx, employeeId: number) {
  const users = await prisma.user.findMany({
    where: { employee_id: employeeId, is_active: true },
    select: { username: true },
    orderBy: { id: 'asc' },
  })
  return users.map(({ username }) => username)
}
