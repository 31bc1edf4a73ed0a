import { defineJob } from '../../../src/platform/jobs/job.ts'
import { type Asking, cosignNewest } from '../witnesses/cosign.ts'
import { askAgain, witness } from '../witnesses/witness-job.ts'

/**
 * Asks the witnesses of LOG_WITNESSES to sign the newest head of the log of scores. A second run at the same time may
 * ask twice; the first signature of a size is kept. A witness that has not signed is asked again, later each time.
 */
export const witnessJob = (asking: Asking) =>
  defineJob({
    ...witness,
    queue: { policy: 'short' },
    schedule: '*/10 * * * *',
    work: { notifyPollingIntervalSeconds: 5 }, // one that is to be done again is found by looking
    async handler(app, { attempt = 0 }, { signal }) {
      if (asking.witnesses.length === 0) return
      if ((await cosignNewest(app, asking, signal)) > 0) await askAgain(app, attempt)
    },
  })
