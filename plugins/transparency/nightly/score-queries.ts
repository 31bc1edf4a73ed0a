import type { Sql } from '../../../src/platform/database/database.ts'
import type { RevisionKey } from '../tasks/final-score.ts'

/** A leaf, with the seller's code of today; its salt in hex, null where it was dropped or never was. */
export type Leaf = RevisionKey & {
  index: number
  seller_code: string
  statement: string
  salt: string | null
  leaf_hash: Uint8Array
}

/** The leaves after an index, in their order. */
export const leavesAfter = (db: Sql, after: number, limit: number) =>
  db.rows<Leaf>(
    `select l.index, l.seller_id, l.period, l.revision, l.statement, l.leaf_hash,
            encode(l.salt, 'hex') as salt, coalesce(s.seller_code, l.seller_id::text) as seller_code
     from (select * from log_leaves where index > $1 order by index limit $2) l
       left join sellers s on s.id = l.seller_id
     order by l.index`,
    [after, limit],
  )

/**
 * The first final scores that have no leaf, and whether they should have one: for an hour, or by an instant that can't
 * be.
 */
export const finalWithoutLeaf = (db: Sql) =>
  db.rows<RevisionKey & { is_late: boolean }>(
    `select f.seller_id, f.period, f.revision,
            (f.since between now() - interval '1 hour' and now() + interval '1 minute') is not true as is_late
     from (
       select seller_id, period, revision,
              greatest(finalized_at, (select max(replaced_at) from score_revisions r
                                      where r.seller_id = m.seller_id and r.period = m.period)) as since
       from monthly_scores m where status = 'final'
       union all
       select seller_id, period, revision, replaced_at from score_revisions where score->>'status' = 'final'
     ) f
     where not exists (select from log_leaves l where l.seller_id = f.seller_id and l.period = f.period
                       and l.revision = f.revision)
     order by f.seller_id, f.period, f.revision limit 10000`,
  )

/** The engines by which runs of this service have scored. */
export const enginesOfRuns = async (db: Sql): Promise<ReadonlySet<string>> =>
  new Set(await db.column<string>('select distinct engine from scoring_runs where engine is not null'))
