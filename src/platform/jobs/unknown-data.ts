import type { FastifyInstance } from 'fastify'
import type { Claim } from './consumer.ts'

/** A job of which no release knows the data comes back for ever. */
const PAUSE_MS = 60_000

/**
 * Logs jobs whose data this release does not know: the id of one, at most once a minute, and how many there were since
 * the line before. Not their data, which may be large or secret.
 * @param now the time in milliseconds
 */
export function unknownDataLog(
  log: Pick<FastifyInstance['log'], 'error'>,
  job: string,
  now = () => performance.now(),
) {
  let jobs = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  return ({ id }: Pick<Claim, 'id'>) => {
    jobs += 1
    if (now() - loggedAt < PAUSE_MS) return
    log.error({ job, jobId: id, jobs }, 'a job has data that this release does not know')
    loggedAt = now()
    jobs = 0
  }
}
