import type { Feed } from '../../feeds/feed.ts'
import type { Sql } from '../../platform/database/database.ts'
import { noSeller } from './find-seller.ts'

/**
 * Keeps a seller until the transaction ends, and answers its id. Who writes exceptions or control totals of a seller takes
 * this lock first: a deletion, which locks the seller, waits for it and takes what was written along.
 * @throws 404 when there is no such seller any more
 */
export async function keepSeller(tx: Sql, by: 'id' | 'seller_code', name: number | string): Promise<number> {
  const seller = await tx.row<{ id: number }>(`select id from sellers where ${by} = $1 for key share`, [name])
  if (!seller) throw noSeller(name)
  return seller.id
}

/**
 * Waits for pushes that are under way and holds new ones until the transaction ends: facts have no reference to their
 * seller that would keep it, and a push may know the seller already without having written its facts.
 */
export const holdWriters = (tx: Sql, feeds: readonly Feed[]) =>
  tx.run(`lock table ${feeds.map(({ table }) => table).join(', ')}, scoring_runs in share mode`)

/** Asks whether a scoring run may be about to write a score of any seller. */
export const isScoringUnderWay = (db: Sql) =>
  db.value<boolean>`select exists (select from scoring_runs where open_period is not null)`

/** The records that keep sellers from being deleted, and the number of each seller's. */
export function possessionsOf(tx: Sql, ids: number[], feeds: readonly Feed[]) {
  const tables = ['monthly_scores', ...feeds.map(({ table }) => table), 'users', 'surcharges']
  const counts = tables.map(
    (table, n) =>
      `select ${n} as n, '${WORDS[table] ?? table.replaceAll('_', ' ')}' as what, seller_id, count(*) as count
       from ${table} where seller_id = any($1::int[]) group by seller_id`,
  )
  return tx.rows<{ seller_id: number; what: string; count: number }>(
    `select seller_id, what, count from (${counts.join(' union all ')}) possession order by seller_id, n`,
    [ids],
  )
}

const WORDS: Record<string, string> = { monthly_scores: 'scores', users: 'accounts' }

/** Deletes sellers without possessions, with what is kept beside them. Their events and audit rows stay. */
export async function deleteEmptySellers(tx: Sql, ids: number[]) {
  for (const table of BESIDE) await tx.run(`delete from ${table} where seller_id = any($1::int[])`, [ids])
  await tx.run`delete from sellers where id = any(${ids}::int[])`
}

const BESIDE = [
  ...['score_exceptions', 'seller_assignments', 'enforcement_changes', 'fact_deletions', 'projections'],
  'sync_control_totals',
]
