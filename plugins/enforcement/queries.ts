import { idOrCode } from '../../src/domain/id-or-code.ts'
import type { SellerScope } from '../../src/domain/sellers/scope.ts'
import type { Database } from '../../src/platform/database/database.ts'

/** A seller as enforcement sees it. */
export interface EnforcedSeller extends SellerScope {
  seller_code: string
  status: string
  /** Active ones, the newest period first. */
  surcharges: {
    surcharge_type: string
    amount: number
    period: string
    trigger_details: Record<string, unknown>
  }[]
}

/** The sellers that are named by id (digits alone) or by code, under the names they were asked for by. */
export async function enforcedSellers(db: Database, names: string[]): Promise<Map<string, EnforcedSeller>> {
  const codes: string[] = []
  const ids: string[] = []
  for (const name of names) {
    const named = idOrCode(name)
    if ('code' in named) codes.push(name)
    else if (named.id > 0) ids.push(name)
  }
  const rows = await db.quick.rows<EnforcedSeller & { name: string }>(
    `select asked.name, s.id as seller_id, s.seller_code, s.status, s.assigned_am_id, s.primary_warehouse_id,
            coalesce(active.surcharges, '[]') as surcharges
     from (
       select id, seller_code as name from sellers where seller_code = any($1::text[])
       union all
       select id, name from unnest($2::text[]) name join sellers on id = name::int
     ) asked
       join sellers s on s.id = asked.id
       left join lateral (
         select json_agg(
                  json_build_object('surcharge_type', u.surcharge_type, 'amount', u.amount, 'period', u.period,
                                    'trigger_details', u.trigger_details)
                  order by u.period desc, u.id desc) as surcharges
         from surcharges u where u.seller_id = asked.id and u.status in ('pending', 'applied')
       ) active on true`,
    [codes, ids],
    'enforced-sellers',
  )
  return new Map(rows.map(({ name, ...seller }) => [name, seller]))
}
