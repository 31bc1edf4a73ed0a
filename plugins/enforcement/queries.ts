import { codesAndIds } from '../../src/domain/id-or-code.ts'
import { groupByName } from '../../src/domain/sellers/find-seller.ts'
import type { SellerScope } from '../../src/domain/sellers/scope.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { By } from '../../src/platform/schemas/schemas.ts'

/** A seller as enforcement sees it. */
export interface EnforcedSeller extends SellerScope {
  seller_code: string
  status: string
  /** Active ones, the newest period first; null for none. */
  surcharges:
    | {
        surcharge_type: string
        amount: number
        period: string
        trigger_details: Record<string, unknown>
      }[]
    | null
}

/** The sellers that are named by code or id, under the names they were asked for by: two where a name is both. */
export async function enforcedSellers(
  db: Sql,
  names: string[],
  by?: By,
): Promise<Map<string, EnforcedSeller[]>> {
  const { codes, ids } = codesAndIds(names, by)
  const rows = await db.rows<EnforcedSeller & { name: string }>(
    `select s.name, s.id as seller_id, s.seller_code, s.status, s.assigned_am_id, s.primary_warehouse_id,
            (select json_agg(
                      json_build_object('surcharge_type', u.surcharge_type, 'amount', u.amount, 'period', u.period,
                                        'trigger_details', u.trigger_details)
                      order by u.period desc, u.id desc)
             from surcharges u where u.seller_id = s.id and u.status in ('pending', 'applied')) as surcharges
     from (
       select seller_code as name, sellers.* from sellers where seller_code = any($1::text[])
       union all
       select name, sellers.* from unnest($2::text[]) name join sellers on id = name::int
     ) s`,
    [codes, ids],
    'enforced-sellers',
  )
  return groupByName(rows)
}
