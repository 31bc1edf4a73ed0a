import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { runningPeriod, shiftPeriod } from '../../../src/domain/business-time.ts'
import type { CodedError } from '../../../src/platform/http/errors/error-codes.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { requestRun } from './request-run.ts'
import { isFinal } from './run-queries.ts'

/**
 * Calculates the running month, and the one before until all its scores are final, once a night when
 * CALCULATE_NIGHTLY is on. A second run of the job joins the runs of the first, or calculates the same scores again.
 */
export const calculateNightly = defineJob({
  name: 'calculate-nightly',
  data: Type.Object({}),
  schedule: '45 2 * * *',
  async handler(app) {
    const { CALCULATE_NIGHTLY } = app.env
    if (CALCULATE_NIGHTLY !== 'on') return
    const running = runningPeriod(app)
    const before = shiftPeriod(running, -1)
    if (!(await isFinal(app.db, before))) await requestNightly(app, before)
    await requestNightly(app, running)
  },
})

/** A month that can't be calculated any more keeps no other from being calculated. */
async function requestNightly(app: FastifyInstance, period: string) {
  try {
    await requestRun(app, null, { period })
  } catch (error) {
    if ((error as CodedError).errorCode !== 'facts_deleted') throw error
    app.log.warn({ period }, (error as Error).message)
  }
}
