import { idOrCode } from '../../../src/domain/id-or-code.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { Explanation } from '../../../src/scoring/explanation.ts'

/** A revision of a seller's score with its leaf and what the leaf names; null where there is none. */
export interface Certifiable {
  period: string
  revision: number
  is_final: boolean | null
  run_id: number | null
  inputs: string | null
  explanation: Explanation | null
  index: number | null
  statement: string | null
}

/** A seller, and the score that was asked about; null when there is none. */
export type CertifiableOfSeller = SellerScope & { seller_code: string; score: Certifiable | null }

/** The seller that is named, and the revision asked for: by default the newest of the period, or of the newest final one. */
export async function findCertifiable(
  db: Sql,
  name: string,
  { period, revision }: { period?: string | undefined; revision?: number | undefined },
): Promise<CertifiableOfSeller | undefined> {
  const named = idOrCode(name)
  const [column, value] = 'id' in named ? ['id', named.id] : ['seller_code', named.code]
  const row = await db.row<Omit<CertifiableOfSeller, 'score'> & Certifiable>(
    `select s.id as seller_id, s.seller_code, s.assigned_am_id, s.primary_warehouse_id, m.period,
            coalesce($3, m.revision) as revision,
            case when coalesce($3, m.revision) = m.revision then m.status = 'final'
                 else (select r.score->>'status' = 'final' from score_revisions r
                       where r.seller_id = s.id and r.period = m.period and r.revision = $3) end as is_final,
            e.run_id, e.inputs, e.explanation, l.index, l.statement
     from sellers s
       left join lateral (
         select period, revision, status from monthly_scores m
         where m.seller_id = s.id and (m.period = $2 or ($2::text is null and m.status = 'final'))
         order by period desc limit 1) m on true
       left join score_explanations e
         on e.seller_id = s.id and e.period = m.period and e.revision = coalesce($3::int, m.revision)
       left join log_leaves l
         on l.seller_id = s.id and l.period = m.period and l.revision = coalesce($3::int, m.revision)
     where s.${column} = $1`,
    [value, period ?? null, revision ?? null],
    `certifiable-score-by-${column}`, // each with one key, or PostgreSQL would plan it anew each time
  )
  if (!row) return undefined
  const { seller_id, seller_code, assigned_am_id, primary_warehouse_id, ...score } = row
  const seller = { seller_id, seller_code, assigned_am_id, primary_warehouse_id }
  return { ...seller, score: score.period === null ? null : score }
}
