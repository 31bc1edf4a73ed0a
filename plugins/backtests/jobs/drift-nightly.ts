import { Type } from '@sinclair/typebox'
import { periodOf, shiftPeriod } from '../../../src/domain/business-time.ts'
import { MOST_MONTHS } from '../../../src/domain/finished-months.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { BACKTESTS, countOpen } from '../../../src/runs/run-tables.ts'
import { newDrift } from '../drift/new-drift.ts'
import { monthsWithLateFacts } from '../drift/queries.ts'
import { MOST_OPEN, queueBacktest } from './queue.ts'

/** So many months get a drift in a night; the others get theirs in the nights after. */
const MOST_A_NIGHT = 6

/**
 * Asks for a drift of each month with final scores that has got late facts since its last one. All who ask for
 * backtests wait for each other, so a second run of the job finds those of the first and asks for nothing.
 */
export const driftNightly = defineJob({
  name: 'drift-nightly',
  data: Type.Object({}),
  schedule: '25 4 * * *',
  async handler(app) {
    const running = periodOf(app.clock.now(), app.env.BUSINESS_TIMEZONE)
    await app.db.transaction(async (tx) => {
      const room = MOST_OPEN - (await countOpen(tx, BACKTESTS))
      const most = Math.max(0, Math.min(MOST_A_NIGHT, room))
      const from = shiftPeriod(running, -MOST_MONTHS)
      for (const period of await monthsWithLateFacts(tx, { from, before: running, most })) {
        const backtest_id = await queueBacktest(tx, app, null, newDrift(period, period))
        app.log.info({ backtest_id, period }, 'late facts have come: asked for a drift')
      }
    }, JOB_TRANSACTION)
  },
})
