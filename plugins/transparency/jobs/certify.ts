import { certify } from '../../../src/domain/transparency/certify-later.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { certifyScores } from '../scores/certify-scores.ts'

/**
 * Gives final scores their leaves in the log. A second run at the same time finds them done, or waits for the lock of
 * the log; one that is killed leaves whole transactions behind, and the next one goes on from there.
 */
export const certifyJob = defineJob({
  ...certify,
  schedule: '*/10 * * * *',
  async handler(app, { period }) {
    const leaves = await certifyScores(app, period ?? null)
    if (leaves > 0) app.log.info({ leaves, period }, 'final scores got their leaves in the log')
  },
})
