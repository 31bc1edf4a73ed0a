import { Type } from '@sinclair/typebox'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { Id } from '../../../src/platform/schemas/schemas.ts'
import { decimalsOfCurrency } from '../../../src/scoring/currency.ts'
import { completeBacktest } from '../report/complete.ts'
import { failedBacktest } from './failed-backtest.ts'

/**
 * Sums up a backtest whose parts are all done, and completes it. It may run twice, even at the same time: it reads what
 * does not change any more, and only the first that completes the backtest writes anything.
 */
export const backtestReport = defineJob({
  name: 'backtest-report',
  data: Type.Object({ backtest_id: Id(), step: Type.Literal('report') }),
  queue: { deadLetter: failedBacktest.name },
  handler: ({ db, env }, { backtest_id }) =>
    completeBacktest(db, backtest_id, decimalsOfCurrency(env.CURRENCY)),
})
