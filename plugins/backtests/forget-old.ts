import type { FastifyInstance } from 'fastify'
import { JOB_TRANSACTION } from '../../src/platform/database/bounds.ts'
import { draftAdoptedOn } from './adopted-queries.ts'
import { endedBefore, forgetBacktest, lockBacktest } from './queries.ts'

/** For so many days a backtest is kept after its end. */
const KEPT_DAYS = 90

/**
 * Forgets the backtests that are past their time, each in a transaction of its own. A second run finds none left. One
 * that a draft was adopted on says why the rules are as they are, so it stays.
 */
export async function forgetOldBacktests({ db, log }: Pick<FastifyInstance, 'db' | 'log'>) {
  for (const { id } of await endedBefore(db, KEPT_DAYS)) {
    const isForgotten = await db.bulkTransaction(async (tx) => {
      if (!(await lockBacktest(tx, id)) || (await draftAdoptedOn(tx, id))) return false
      await forgetBacktest(tx, id)
      return true
    }, JOB_TRANSACTION)
    if (isForgotten) log.info({ backtest_id: id }, 'forgot a backtest that is past its time')
  }
}
