import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Claim, ClaimSource, Consumer, ConsumerJob } from './consumer.ts'
import { HeldClaims, RENEW_MS } from './held-claims.ts'
import { isOfJob } from './job.ts'
import { unknownDataLog } from './unknown-data.ts'

const POLL_MS = 500
const AFTER_ERROR_MS = 1_000

/** Claims jobs for a consumer as long as there is room, and renews the claims that it holds. */
export function runConsumer(app: FastifyInstance, source: ClaimSource, job: ConsumerJob) {
  const held = new HeldClaims(job, source, () => app.notifications.wake(job.name))
  const consumer = job.open(app, held)
  const stopping = new AbortController()
  const claiming = claimJobs(app, job, held, consumer, stopping.signal)
  const renew = () => held.renew().then(() => consumer.resume())
  const renewing = setInterval(
    () => renew().catch((error) => logError(app, job, error, 'claims were not renewed')),
    RENEW_MS,
  )
  return {
    /** Ends what is under way, for as long as `signal` allows, and gives the rest back. */
    async stop(signal: AbortSignal) {
      stopping.abort()
      await claiming
      await consumer.stop(signal)
      clearInterval(renewing)
      await held.giveBackAll()
    },
  }
}

/** Claims jobs, woken by `app.notifications` under their name, and hands them to the consumer until `signal` aborts. */
async function claimJobs(
  app: FastifyInstance,
  job: ConsumerJob,
  held: HeldClaims,
  consumer: Consumer<unknown>,
  signal: AbortSignal,
) {
  const logUnknown = unknownDataLog(app.log, job.name)
  /** A job with other data, of another release as a rule, is left to come again, perhaps to a process that knows it. */
  const isKnown = (claim: Claim) => {
    if (isOfJob(job, claim.data)) return true
    logUnknown(claim)
    return false
  }
  for (;;) {
    const claimed = await app.notifications
      .until(job.name, () => held.claimMore(consumer.full()), { signal, pollMs: POLL_MS })
      .catch(async (error): Promise<Claim[]> => {
        logError(app, job, error, 'jobs could not be claimed')
        await delay(AFTER_ERROR_MS, undefined, { signal }).catch(() => {})
        return []
      })
    if (!claimed) return
    const known = claimed.filter(isKnown)
    for (const claim of known) held.add(claim)
    if (known.length > 0) consumer.take(known)
  }
}

/** One line says that the database is away, not one for each attempt. */
function logError({ log, db }: FastifyInstance, { name }: ConsumerJob, err: unknown, sentence: string) {
  log[db.availability.problem() ? 'debug' : 'error']({ err, job: name }, sentence)
}
