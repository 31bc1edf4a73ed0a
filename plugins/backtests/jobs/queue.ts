import type { FastifyInstance } from 'fastify'
import { type Acting, audit } from '../../../src/platform/access/audit.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { createBacktest, type NewBacktest } from '../queries.ts'
import { backtestRun } from './backtest-run.ts'

/** So many backtests may be queued or running at a time. */
export const MOST_OPEN = 20

/** Makes a backtest and its job. Answers its id. */
export async function queueBacktest(
  tx: Transaction,
  { jobs }: Pick<FastifyInstance, 'jobs'>,
  acting: Acting,
  made: Omit<NewBacktest, 'requested_by'>,
): Promise<number> {
  const id = await createBacktest(tx, { ...made, requested_by: acting?.actor?.id ?? null })
  await jobs.send(tx, backtestRun, { backtest_id: id })
  const { kind, draft_id, from, to, bonus_base, changes_sha256 } = made
  await audit(tx, acting, {
    action: 'backtest.requested',
    entity_id: id,
    after: kind === 'drift' ? { kind, from, to } : { draft_id, from, to, bonus_base, changes_sha256 },
  })
  return id
}
