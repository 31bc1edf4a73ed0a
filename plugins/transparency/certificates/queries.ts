import { lookUp } from '../../../src/domain/id-or-code.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { By } from '../../../src/platform/schemas/schemas.ts'
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
  /** Of the leaf, in hex; null where there is none any more. */
  salt: string | null
  reviewed_by: string | null
  notes: string | null
}

/** A seller, and the score that was asked about; null when there is none. */
export type CertifiableOfSeller = SellerScope & { seller_code: string; score: Certifiable | null }

/**
 * The sellers that a name may mean, each with the revision asked for: by default the newest of the period, or of the
 * newest final one.
 */
export async function findCertifiable(
  db: Sql,
  name: string,
  { by, period, revision }: { by?: By; period?: string | undefined; revision?: number | undefined },
): Promise<CertifiableOfSeller[]> {
  const rows = await db.rows<Omit<CertifiableOfSeller, 'score'> & Certifiable>(
    `select s.id as seller_id, s.seller_code, s.assigned_am_id, s.primary_warehouse_id, m.period,
            coalesce($4, m.revision) as revision,
            case when coalesce($4, m.revision) = m.revision then m.status = 'final'
                 else old.score->>'status' = 'final' end as is_final,
            e.run_id, e.inputs, e.explanation, l.index, l.statement,
            encode(l.salt, 'hex') as salt,
            case when coalesce($4, m.revision) = m.revision then m.reviewed_by else old.score->>'reviewed_by' end as reviewed_by,
            case when coalesce($4, m.revision) = m.revision then m.notes else old.score->>'notes' end as notes
     from sellers s
       left join lateral (
         select period, revision, status, reviewed_by, notes from monthly_scores m
         where m.seller_id = s.id and (m.period = $3 or ($3::text is null and m.status = 'final'))
         order by period desc limit 1) m on true
       left join score_explanations e
         on e.seller_id = s.id and e.period = m.period and e.revision = coalesce($4::int, m.revision)
       left join log_leaves l
         on l.seller_id = s.id and l.period = m.period and l.revision = coalesce($4::int, m.revision)
       left join score_revisions old
         on old.seller_id = s.id and old.period = m.period and old.revision = $4::int
     where s.seller_code = $1 or s.id = $2`,
    [...lookUp(name, by), period ?? null, revision ?? null],
    'certifiable-score',
  )
  return rows.map(({ seller_id, seller_code, assigned_am_id, primary_warehouse_id, ...score }) => ({
    ...{ seller_id, seller_code, assigned_am_id, primary_warehouse_id },
    score: score.period === null ? null : score,
  }))
}

/** A leaf with what it names; null where the service keeps it no more. */
export type LeafWithTexts = Omit<Certifiable, 'is_final' | 'index' | 'statement'> & {
  index: number
  seller_code: string
  statement: string
}

/** How many leaves below a size each month has, in their order. */
export const leavesByMonth = (db: Sql, { from, to, size }: { from: string; to: string; size: number }) =>
  db.rows<{ period: string; leaves: number }>(
    `select period, count(*) as leaves from log_leaves where index < $1 and period between $2 and $3
     group by period order by period`,
    [size, from, to],
  )

/** The first final scores of months that have no leaf below a size, and how many there are. */
export const finalWithoutLeaf = (db: Sql, { from, to, size }: { from: string; to: string; size: number }) =>
  db.rows<{ seller_code: string; period: string; revision: number; count: number }>(
    `select s.seller_code, f.period, f.revision, count(*) over () as count
     from (
       select seller_id, period, revision from monthly_scores where status = 'final' and period between $2 and $3
       union all
       select seller_id, period, revision from score_revisions
       where score->>'status' = 'final' and period between $2 and $3
     ) f join sellers s on s.id = f.seller_id
     where not exists (select from log_leaves l where l.seller_id = f.seller_id and l.period = f.period
                       and l.revision = f.revision and l.index < $1)
     order by f.period, s.seller_code, f.revision limit 20`,
    [size, from, to],
  )

/** The leaves of months, after an index and below a size, in their order. */
export const leavesOfMonths = (
  db: Sql,
  { from, to, after, size, limit }: { from: string; to: string; after: number; size: number; limit: number },
) =>
  db.rows<LeafWithTexts>(
    `select l.index, s.seller_code, l.period, l.revision, l.statement, e.run_id, e.inputs, e.explanation,
            encode(l.salt, 'hex') as salt, coalesce(m.reviewed_by, r.score->>'reviewed_by') as reviewed_by,
            coalesce(m.notes, r.score->>'notes') as notes
     from (
       select * from log_leaves where index > $1 and index < $2 and period between $3 and $4 order by index limit $5
     ) l join sellers s on s.id = l.seller_id
       left join score_explanations e using (seller_id, period, revision)
       left join monthly_scores m using (seller_id, period, revision)
       left join score_revisions r using (seller_id, period, revision)
     order by l.index`,
    [after, size, from, to, limit],
  )
