import { Type } from '@sinclair/typebox'
import { periodOf, shiftPeriod } from '../../../src/domain/business-time.ts'
import { MOST_MONTHS } from '../../../src/domain/finished-months.ts'
import { audit } from '../../../src/platform/access/audit.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { CORRECTIONS, countOpen } from '../../../src/runs/run-tables.ts'
import { forgetOldDryRuns, monthsWithLateFacts } from '../late-facts-queries.ts'
import { MOST_OPEN, queueCorrection } from './queue.ts'

/** So many months get a dry run in a night; the others get theirs in the nights after. */
const MOST_A_NIGHT = 6

/**
 * Asks for a dry run of what late facts would change, of each month with final scores that has got some since they were
 * last looked at; one that is past its time is forgotten. All who ask for corrections wait for each other, so a second
 * run of the job finds those of the first and asks for nothing.
 */
export const lateFacts = defineJob({
  name: 'late-facts',
  data: Type.Object({}),
  schedule: '25 4 * * *',
  async handler(app) {
    const running = periodOf(app.clock.now(), app.env.BUSINESS_TIMEZONE)
    await app.db.transaction(async (tx) => {
      await forgetOldDryRuns(tx)
      const room = MOST_OPEN - (await countOpen(tx, CORRECTIONS))
      const most = Math.max(0, Math.min(MOST_A_NIGHT, room))
      const from = shiftPeriod(running, -MOST_MONTHS)
      for (const period of await monthsWithLateFacts(tx, { from, before: running, most })) {
        const asked = { period, reason: 'Facts came late', dry_run: true, facts_only: true }
        const id = await queueCorrection(tx, app, { ...asked, seller_ids: null, requested_by: null })
        if (id === undefined) continue
        await audit(tx, null, { action: 'correction.requested', entity_id: id, after: asked })
        app.log.info({ correction_id: id, period }, 'late facts have come: asked what they would change')
      }
    }, JOB_TRANSACTION)
  },
})
