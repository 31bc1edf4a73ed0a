import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'

const BEAT_MS = 15_000
/** A worker that has missed three beats is not alive. */
export const ALIVE_SECONDS = 45

/** Says every 15 seconds that this process does jobs, until it is stopped. What is not said is said the next time. */
export function startHeartbeats({ db, log }: Pick<FastifyInstance, 'db' | 'log'>) {
  const id = randomUUID()
  let stopped = false
  let beating: Promise<unknown> = Promise.resolve()

  function beat() {
    if (stopped) return beating
    beating = db.quick
      .run(
        `insert into worker_heartbeats (id, host, pid, started_at, seen_at)
         values ($1, $2, $3, clock_timestamp(), clock_timestamp())
         on conflict (id) do update set seen_at = excluded.seen_at`,
        [id, hostname(), process.pid],
      )
      .catch((error) => log.debug({ err: error }, 'the heartbeat of this worker was not written'))
    return beating
  }

  const timer = setInterval(beat, BEAT_MS)
  return {
    first: beat(),
    /** Takes this process off the list. */
    async stop() {
      stopped = true
      clearInterval(timer)
      await beating
      await db.quick.run('delete from worker_heartbeats where id = $1', [id]).catch(() => {})
    },
  }
}
