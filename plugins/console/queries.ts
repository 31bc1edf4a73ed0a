import { COUNTED_SCORES, countedStates, STATUS_COUNTS } from '../../src/domain/scores/counted-scores.ts'
import type { Scope } from '../../src/domain/sellers/scope.ts'
import type { Role } from '../../src/platform/access/roles.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import type { Prisma } from '../../src/platform/prisma/client.ts'
import type { Person, ScoredPeriod } from './schemas.ts'

const PERSON = {
  id: true,
  username: true,
  full_name: true,
  role: true,
  am_id: true,
  warehouse_id: true,
  warehouse: { select: { name: true } },
  seller: { select: { seller_code: true, company_name: true } },
} as const

/** The user as the console shows it. The caller knows that there is one. */
export async function personOf({ prisma }: Database, id: number): Promise<Person> {
  return shown(await prisma.user.findUniqueOrThrow({ where: { id }, select: PERSON }))
}

/** The active accounts, those of the demo data first. */
export async function activePeople({ prisma }: Database, take: number): Promise<Person[]> {
  const rows = await prisma.user.findMany({
    where: { is_active: true },
    select: PERSON,
    orderBy: [{ is_seeded: 'desc' }, { id: 'asc' }],
    take,
  })
  return rows.map(shown)
}

type Found = Prisma.userGetPayload<{ select: typeof PERSON }>

const shown = ({ warehouse, seller, role, ...person }: Found): Person => ({
  ...person,
  role: role as Role,
  warehouse_name: warehouse?.name ?? null,
  seller_code: seller?.seller_code ?? null,
  company_name: seller?.company_name ?? null,
})

const MOST_PERIODS = 48

/** The newest months with scores of sellers in scope, the newest first, with how many are in each state. */
export function scoredPeriods(db: Sql, scope: Scope): Promise<ScoredPeriod[]> {
  const values = [scope.am_id, scope.warehouse_id, scope.seller_id]
  const isLimited = values.some((limit) => limit !== null)
  return isLimited ? db.rows(OF_SCOPE, values) : db.rows(OF_ALL, [], 'scored-periods')
}

/** Each month is found by one look into the index of months, and counted from indexes alone. */
const OF_ALL = `
  with recursive month as (
    select max(period) as period, 1 as n from monthly_scores
    union all
    select (select max(m.period) from monthly_scores m where m.period < month.period), n + 1
    from month where period is not null and n < ${MOST_PERIODS}
  )
  select period, statuses from month
    cross join lateral (select ${STATUS_COUNTS} as statuses from ${countedStates('month.period')} m) counted
  where period is not null
  order by period desc`

const OF_SCOPE = `
  select m.period, ${STATUS_COUNTS} as statuses
  from ${COUNTED_SCORES} m
  where m.seller_id = any(array(
    select id from sellers
    where ($1::int is null or assigned_am_id = $1)
      and ($2::int is null or primary_warehouse_id = $2)
      and ($3::int is null or id = $3)))
  group by m.period
  order by m.period desc
  limit ${MOST_PERIODS}`
