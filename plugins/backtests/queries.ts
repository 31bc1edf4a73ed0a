import type { Guards } from '../../src/domain/config/config-draft.ts'
import type { ScoredMonth } from '../../src/domain/metrics/scored-month.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { offsetOf, pageOf } from '../../src/platform/database/page.ts'
import type { FeedsInUse } from '../../src/scoring/components.ts'
import type { RuleChange } from '../../src/scoring/draft-rules.ts'
import type { RuleSet } from '../../src/scoring/rules.ts'
import type { Report } from './report-schemas.ts'

export const BACKTEST_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const
/** draft: the rules as a draft changes them. drift: the facts that came after the scores were final. */
export const BACKTEST_KINDS = ['draft', 'drift'] as const
export type BacktestKind = (typeof BACKTEST_KINDS)[number]
export type BacktestStatus = (typeof BACKTEST_STATUSES)[number]

/** A backtest as lists show it. */
export interface Backtest {
  id: number
  kind: BacktestKind
  draft_id: number | null
  name: string
  status: BacktestStatus
  from: string
  to: string
  bonus_base: number
  changes_sha256: string
  rules_sha256: string
  sellers: number | null
  /** a part is a batch of sellers in one month; null while queued */
  parts_total: number | null
  parts_done: number
  error: string | null
  requested_by: number | null
  created_at: string
  started_at: string | null
  finished_at: string | null
}

/** The same with what it is of and, once it is completed, what it found. */
export interface BacktestDetail extends Backtest {
  changes: RuleChange[]
  guards: Guards
  report: Report | null
}

const SHOWN = `b.id, b.kind, b.draft_id, b.name, b.status, b.from_period as "from", b.to_period as "to", b.bonus_base,
  b.changes_sha256, b.rules_sha256, b.sellers, b.parts_total, b.parts_done, b.error, b.requested_by, b.created_at,
  b.started_at, b.finished_at`

/** The notification that wakes those who wait for a backtest. */
export const backtestChannel = (id: number) => `backtest:${id}`

/** Wakes those who wait for a backtest, when the transaction commits. */
export const announceBacktest = (tx: Sql, id: number) =>
  tx.run`select pg_notify('sos_notifications', ${backtestChannel(id)})`

export const findBacktest = (db: Sql, id: number) =>
  db.row<Backtest>(`select ${SHOWN} from backtests b where b.id = $1`, [id])

export const findDetail = (db: Sql, id: number) =>
  db.row<BacktestDetail>(`select ${SHOWN}, b.changes, b.guards, b.report from backtests b where b.id = $1`, [
    id,
  ])

/** One page of backtests, the newest first, and how many match. */
export async function pageOfBacktests(
  db: Sql,
  query: { kind?: BacktestKind; status?: BacktestStatus; draft_id?: number; page: number; limit: number },
) {
  const rows = await db.rows<Backtest & { total: number }>(
    `with found as (
       select id from backtests
       where ($1::text is null or status = $1) and ($2::int is null or draft_id = $2) and ($5::text is null or kind = $5)
     ), page as (select id from found order by id desc limit $3 offset $4)
     select (select count(*) from found) as total, ${SHOWN}
     from (select) one left join page on true left join backtests b using (id)
     order by b.id desc`,
    [query.status, query.draft_id, query.limit, offsetOf(query), query.kind],
  )
  return pageOf(rows, 'id', query)
}

/** What a new backtest is made of; a drift has no draft, and each of its scores has the rules of its own run. */
export interface NewBacktest {
  kind: BacktestKind
  draft_id: number | null
  name: string
  from: string
  to: string
  bonus_base: number
  changes: RuleChange[]
  changes_sha256: string
  guards: Guards
  rules: RuleSet | null
  rules_sha256: string
  /** null for the service itself */
  requested_by: number | null
}

/**
 * How many backtests are open. Whoever asks holds a lock until the transaction ends, so that two who ask at once see
 * each other's.
 */
export async function countOpen(tx: Sql): Promise<number> {
  await tx.run`select pg_advisory_xact_lock(hashtextextended('backtests that are open', 0))`
  const { open } = await tx.one<{ open: number }>(
    `select count(*) as open from backtests where status in ('queued', 'running')`,
  )
  return open
}

export const createBacktest = async (tx: Sql, made: NewBacktest): Promise<number> =>
  (
    await tx.one<{ id: number }>`
    insert into backtests (kind, draft_id, name, from_period, to_period, bonus_base, changes, changes_sha256, guards,
                           rules, rules_sha256, requested_by)
    values (${made.kind}, ${made.draft_id}, ${made.name}, ${made.from}, ${made.to}, ${made.bonus_base},
            ${JSON.stringify(made.changes)}::jsonb, ${made.changes_sha256}, ${JSON.stringify(made.guards)}::jsonb,
            ${JSON.stringify(made.rules ?? {})}::jsonb, ${made.rules_sha256}, ${made.requested_by})
    returning id`
  ).id

/** The backtest, locked until the transaction ends: what it becomes is decided by one at a time. */
export const lockBacktest = (tx: Sql, id: number) =>
  tx.row<Backtest>(`select ${SHOWN} from backtests b where b.id = $1 for update`, [id])

/** Ends an open backtest without a report. Answers whether it was open. */
export async function endBacktest(
  tx: Sql,
  id: number,
  { status, error = null }: { status: 'failed' | 'cancelled'; error?: string | null },
): Promise<boolean> {
  const ended = await tx.run`
    update backtests set status = ${status}, finished_at = clock_timestamp(), error = ${error}
    where id = ${id} and status in ('queued', 'running')`
  await announceBacktest(tx, id)
  return ended === 1
}

/** Deletes a backtest that is locked, with all that it found. */
export async function forgetBacktest(tx: Sql, id: number) {
  await tx.run`delete from backtest_scores where backtest_id = ${id}`
  await tx.run`delete from backtest_batches where backtest_id = ${id}`
  await tx.run`delete from backtests where id = ${id}`
}

/** Backtests that ended so many days ago and that no draft was adopted on. */
export const endedBefore = (db: Sql, days: number) =>
  db.rows<{ id: number }>`
    select id from backtests
    where finished_at < now() - make_interval(days => ${days}::int)
      and not exists (select from config_drafts where backtest_id = backtests.id and adopted_at is not null)
    order by id`

/** A month of a backtest, as its metrics see it, and its feeds. */
export type BacktestMonth = Omit<ScoredMonth, 'time_zone'> & { feeds: FeedsInUse }
