import type { Sql } from '../../platform/database/database.ts'
import { conflict } from '../../platform/http/errors/problems.ts'

/** How every sentence about a month begins whose facts are not all there any more. */
export const FACTS_DELETED = 'Retention has deleted facts of '

/** Why a month can't be calculated because retention has deleted facts that its scores count; undefined when it can. */
export async function factsDeletedOf(db: Sql, period: string): Promise<string | undefined> {
  const deleted = await db.rows<{ feed: string; deleted: number; on: string }>(
    `select feed, deleted, to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD') as on
     from retention_deletions where period = $1 order by feed`,
    [period],
  )
  if (deleted.length === 0) return undefined
  const feeds = deleted.map(({ feed, deleted, on }) => `${feed}: ${deleted}, last on ${on}`).join('; ')
  return `${FACTS_DELETED}${period} (${feeds}), so it is not calculated: sellers would lose their scores for lack of data. Its scores stay as they are.`
}

/** Whether retention has deleted facts of the month, or of any up to `to`, of any of these feeds. */
export const areFactsDeleted = (db: Sql, period: string, feeds: readonly string[], to = period) =>
  db.value<boolean>(
    'select exists (select from retention_deletions where period between $1 and $2 and feed = any($3))',
    [period, to, feeds],
  )

/**
 * Lets a month pass whose facts are all there. They stay while the period's lock is held, or a run of it is not done.
 * @throws 409
 */
export async function requireFacts(db: Sql, period: string): Promise<void> {
  const problem = await factsDeletedOf(db, period)
  if (problem) throw conflict('facts_deleted', problem)
}
