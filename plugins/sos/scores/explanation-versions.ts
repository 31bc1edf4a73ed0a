import { groupByName } from '../../../src/domain/sellers/find-seller.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { By } from '../../../src/platform/schemas/schemas.ts'
import { ASKED_SELLERS, namesOf } from './asked-sellers.ts'

/** A seller, and the version of all rows that the explanation of its score is made of; null without a score. */
export interface VersionedSeller extends SellerScope {
  seller_code: string
  version: string | null
}

/**
 * The sellers of these keys (asked-sellers.ts) with the versions of their explanations, by key. A row's version is the
 * transaction that wrote it and what must not be mistaken: after a failover or a recovery to a point in time the number
 * of a transaction may come again. Runs have none here: what an explanation shows of its run never changes.
 */
export async function explanationVersions(
  db: Sql,
  keys: string[],
  by?: By,
): Promise<Map<string, VersionedSeller[]>> {
  const rows = await db.rows<VersionedSeller & { name: string }>(
    `select s.key as name, s.id as seller_id, s.seller_code, s.assigned_am_id, s.primary_warehouse_id,
            (select concat_ws(' ', m.id, m.xmin, m.revision, m.status, m.total_sos, m.calculated_at,
                              e.xmin, e.run_id, s.seller_code)
             from monthly_scores m
               left join score_explanations e
                 on e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision
             where m.seller_id = s.id and (s.asked_period is null or m.period = s.asked_period)
             order by m.period desc limit 1) as version
     from ${ASKED_SELLERS} s`,
    namesOf(keys, by),
    'explanation-versions',
  )
  return groupByName(rows)
}
