import type { Guards } from '../../src/domain/config/config-draft.ts'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { pageOfRows } from '../../src/platform/database/statements/page.ts'
import type { RuleChange } from '../../src/scoring/draft-rules.ts'
import type { FeedsInUse } from '../../src/scoring/scored-feeds.ts'
import type { Report } from './report/report-schemas.ts'
import type { Backtest, BacktestStatus } from './schemas.ts'

/** The same with what it is of and, once it is completed, what it found. */
export interface BacktestDetail extends Backtest {
  changes: RuleChange[]
  guards: Guards
  report: Report | null
}

const SHOWN = `b.id, b.draft_id, b.name, b.status, b.from_period as "from", b.to_period as "to", b.bonus_base,
  b.changes_sha256, b.rules_sha256, b.sellers, b.parts_total, b.parts_done, b.error, b.requested_by, b.created_at,
  b.started_at, b.finished_at`

export const findBacktest = (db: Sql, id: number) =>
  db.row<Backtest>(`select ${SHOWN} from backtests b where b.id = $1`, [id])

export const findDetail = (db: Sql, id: number) =>
  db.row<BacktestDetail>(`select ${SHOWN}, b.changes, b.guards, b.report from backtests b where b.id = $1`, [
    id,
  ])

/** One page of backtests, the newest first, and how many match. */
export const pageOfBacktests = (
  db: Sql,
  query: { status?: BacktestStatus; draft_id?: number; page: number; limit: number },
) =>
  pageOfRows<Backtest>(db, query, {
    rows: `
      select ${SHOWN} from backtests b
      where ($1::text is null or status = $1) and ($2::int is null or draft_id = $2)`,
    values: [query.status, query.draft_id],
    order: 'id desc',
  })

/** The backtest, locked until the transaction ends: what it becomes is decided by one at a time. */
export const lockBacktest = (tx: Sql, id: number) =>
  tx.row<Backtest>(`select ${SHOWN} from backtests b where b.id = $1 for update`, [id])

/** Deletes a backtest that is locked, with all that it found. */
export async function forgetBacktest(tx: Sql, id: number) {
  await tx.run`delete from backtest_scores where backtest_id = ${id}`
  await tx.run`delete from backtest_batches where backtest_id = ${id}`
  await tx.run`delete from backtests where id = ${id}`
}

/** Backtests that ended so many days ago and that no draft was adopted on. */
export const endedBefore = (db: Sql, days: number) =>
  db.column<number>`
    select id from backtests
    where finished_at < now() - make_interval(days => ${days}::int)
      and not exists (select from config_drafts where backtest_id = backtests.id and adopted_at is not null)
    order by id`

/** A month of a backtest, as its metrics see it, and its feeds. */
export type BacktestMonth = Omit<ScoredMonth, 'time_zone'> & { feeds: FeedsInUse }

/**
 * The draft that was adopted on a backtest. An adoption holds the backtest's row against deletion, so who has locked
 * that row for one sees an adoption that came before.
 */
export const draftAdoptedOn = (tx: Sql, id: number) =>
  tx.row<{ id: number }>`
    select id from config_drafts where backtest_id = ${id} and adopted_at is not null order by id limit 1`

/** The first of these months that nobody has a score of that counts. */
export const unscoredMonth = (db: Sql, months: string[]) =>
  first(
    db,
    `select month from unnest($1::text[]) month
     where not exists (select from ${COUNTED_SCORES} m where period = month) order by month limit 1`,
    [months],
  )

/** The first of these months that a backtest came to no score of. */
export const emptyMonth = (db: Sql, id: number, months: string[]) =>
  first(
    db,
    `select month from unnest($2::text[]) month
     where not exists (select from backtest_scores where backtest_id = $1 and period = month) order by month limit 1`,
    [id, months],
  )

const first = async (db: Sql, text: string, values: unknown[]) =>
  (await db.row<{ month: string }>(text, values))?.month
