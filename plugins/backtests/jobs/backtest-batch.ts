import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { scoreDrift } from '../drift/score-part.ts'
import { countPart, findPart, markPartDone, type Part } from '../part-queries.ts'
import { announceBacktest } from '../queries.ts'
import { scorePart } from '../score-part.ts'
import { type BacktestScore, writeScores } from '../score-queries.ts'
import { backtestReport } from './backtest-report.ts'
import { failedBacktest } from './failed-backtest.ts'

const NAME = 'backtest-batch'
const DATA = Type.Object({
  backtest_id: Id(),
  batch: Type.Integer({ minimum: 0 }),
  months_done: Type.Integer({
    minimum: 0,
    description: 'how many months of the batch are done before this one',
  }),
})

/**
 * Scores the sellers of a batch in their next month, and sends the job of the month after it in the same transaction:
 * a batch goes through its months in order, for each side's previous total is its own, and backtests take turns. Scores
 * that are calculated go first, up to the very read of facts. It may run twice, even at the same time: only the first
 * transaction that marks the part done writes anything.
 */
export const backtestBatch = defineJob({
  name: NAME,
  data: DATA,
  queue: { deadLetter: failedBacktest.name },
  async handler(app, data, { signal }) {
    const part = await findPart(app.db, data, app.env.BUSINESS_TIMEZONE)
    if (!part) return
    const score = part.kind === 'drift' ? scoreDrift : scorePart
    const scores = await score(app.db, part, signal)
    try {
      await app.db.bulkTransaction((tx) => storePart(tx, app, part, scores), JOB_TRANSACTION)
    } catch (error) {
      if (!(error instanceof BacktestHasEnded)) throw error
      app.log.info(`${error.message}, so its batch ${part.batch} is left unwritten`)
    }
  },
})

async function storePart(tx: Transaction, { jobs }: FastifyInstance, part: Part, scores: BacktestScore[]) {
  const { backtest_id, batch, months_done } = part
  if (!(await markPartDone(tx, part))) return
  await writeScores(tx, backtest_id, part.month.period, scores)
  const counted = await countPart(tx, backtest_id)
  if (!counted) throw new BacktestHasEnded(`Backtest ${backtest_id} has ended`)
  if (counted.is_last) await jobs.send(tx, backtestReport, { backtest_id, step: 'report' })
  if (!part.is_last_month)
    await jobs.send(tx, { name: NAME, data: DATA }, { backtest_id, batch, months_done: months_done + 1 })
  await announceBacktest(tx, backtest_id)
}

/** It was cancelled, forgotten or has failed meanwhile. */
class BacktestHasEnded extends Error {}

/**
 * How many parts a process does at a time: two, so that the facts of one are read while the other is scored, where that
 * leaves more than one connection of bulk work to scores that are calculated, as the usual DATABASE_POOL_SIZE does;
 * otherwise one.
 */
export const partsAtOnce = ({ connections }: { connections: number }) => (connections - 2 > 1 ? 2 : 1)
