import type { Sql, Transaction } from '../../../src/platform/database/database.ts'

/**
 * For how long it is looked for scores whose explanations were left out. That takes a process of a release that knows
 * no kept inputs, after a run of one that keeps them: an update, which takes hours, or a return to the release before.
 */
const UPDATE_DAYS = 62

/** The periods that may have such scores: those with a run of late that has kept inputs. */
export async function latelyCalculated(db: Sql): Promise<string[]> {
  const rows = await db.rows<{ period: string }>(
    `select distinct period from scoring_runs
     where engine is not null and finished_at > now() - make_interval(days => ${UPDATE_DAYS}) order by period`,
  )
  return rows.map(({ period }) => period)
}

/** The sellers whose scores of a period are final or under review and have no explanation, in their order. */
export async function unexplainedSellers(db: Sql, period: string): Promise<number[]> {
  const { sellers } = await db.one<{ sellers: number[] }>(
    `select array(
       select m.seller_id from monthly_scores m join score_explanations e using (seller_id, period, revision)
       where m.period = $1 and m.status <> 'draft' and e.explanation is null order by m.seller_id) as sellers`,
    [period],
  )
  return sellers
}

/** Locks those of the scores that are still no drafts, in the order of sellers. */
export async function lockMoved(tx: Transaction, period: string, sellers: number[]): Promise<number[]> {
  const locked = await tx.rows<{ seller_id: number }>(
    `select seller_id from monthly_scores
     where period = $1 and seller_id = any($2::int[]) and status <> 'draft' order by seller_id for update`,
    [period, sellers],
  )
  return locked.map(({ seller_id }) => seller_id)
}
