import { lookUp } from '../../../src/domain/id-or-code.ts'
import type { SellerScope } from '../../../src/domain/sellers/scope.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { By } from '../../../src/platform/schemas/schemas.ts'
import type { Explanation } from '../../../src/scoring/explanation.ts'
import type { NamedValues } from '../../../src/transparency/statement.ts'

/** What a leaf names of a revision; null where there is none, or the service keeps it no more. */
type Named = NamedValues & {
  period: string
  revision: number
  inputs: string | null
  explanation: Explanation | null
  /** Of the leaf, in hex. */
  salt: string | null
}

/** A revision of a seller's score with its leaf. */
type Certifiable = Named & {
  is_final: boolean | null
  index: number | null
  statement: string | null
}

/** A leaf with what it names. */
export type LeafWithTexts = Named & { index: number; seller_code: string; statement: string }

const NAMED = `e.run_id, e.inputs, e.explanation, encode(l.salt, 'hex') as salt,
  coalesce(m.reviewed_by, r.score->>'reviewed_by') as reviewed_by, coalesce(m.notes, r.score->>'notes') as notes`
const NAMED_TABLES = `
  left join score_explanations e using (seller_id, period, revision)
  left join monthly_scores m using (seller_id, period, revision)
  left join score_revisions r using (seller_id, period, revision)`

/** A seller, and the score that was asked about; null when there is none. */
type CertifiableOfSeller = SellerScope & { seller_code: string; score: Certifiable | null }

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
    `select s.id as seller_id, s.seller_code, s.assigned_am_id, s.primary_warehouse_id, asked.period,
            asked.revision, coalesce(m.status, r.score->>'status') = 'final' as is_final,
            l.index, l.statement, ${NAMED}
     from sellers s
       left join lateral (
         select seller_id, period, coalesce($4::int, revision) as revision from monthly_scores
         where seller_id = s.id and (period = $3 or ($3::text is null and status = 'final'))
         order by period desc limit 1) asked on true
       left join log_leaves l using (seller_id, period, revision)
       ${NAMED_TABLES}
     where s.seller_code = $1 or s.id = $2`,
    [...lookUp(name, by), period ?? null, revision ?? null],
    'certifiable-score',
  )
  return rows.map(({ seller_id, seller_code, assigned_am_id, primary_warehouse_id, ...score }) => ({
    ...{ seller_id, seller_code, assigned_am_id, primary_warehouse_id },
    score: score.period === null ? null : score,
  }))
}

/** How many leaves below a size each month has, in their order. */
export const leavesByMonth = (db: Sql, { from, to, size }: { from: string; to: string; size: number }) =>
  db.rows<{ period: string; leaves: number }>(
    `select period, count(*) as leaves from log_leaves where index < $1 and period between $2 and $3
     group by period order by period`,
    [size, from, to],
  )

/** The leaves of months, after an index and below a size, in their order. */
export const leavesOfMonths = (
  db: Sql,
  { from, to, after, size, limit }: { from: string; to: string; after: number; size: number; limit: number },
) =>
  db.rows<LeafWithTexts>(
    `select l.index, s.seller_code, l.period, l.revision, l.statement, ${NAMED}
     from (
       select * from log_leaves where index > $1 and index < $2 and period between $3 and $4 order by index limit $5
     ) l join sellers s on s.id = l.seller_id
       ${NAMED_TABLES}
     order by l.index`,
    [after, size, from, to, limit],
  )
