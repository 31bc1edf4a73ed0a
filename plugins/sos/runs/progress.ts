import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '../../../src/platform/database/unavailable.ts'
import { clientDisconnected } from '../../../src/platform/http/client-disconnected.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { findRun, type Run, runChannel } from './run-queries.ts'
import { knownRun } from './runs.ts'
import type { runProgressSchema } from './schemas.ts'

/** After how long without a change a comment is sent, so that nobody in between takes the connection for dead. */
const HEARTBEAT_MS = 15_000

/** Streams a run's changes until it ends, the caller goes or the server stops. */
export const watchRun: Handler<typeof runProgressSchema> = async ({ server, params }, reply) => {
  const run = await knownRun(server, params.id)
  reply.header('content-type', 'text/event-stream; charset=utf-8').header('cache-control', 'no-store')
  return reply.send(Readable.from(changesOf(server, run, clientDisconnected(reply))) as never) as never
}

async function* changesOf({ db, notifications }: FastifyInstance, first: Run, disconnected: AbortSignal) {
  let shown = first
  yield eventOf(shown)
  while (!shown.finished_at) {
    const pause = AbortSignal.timeout(HEARTBEAT_MS)
    const next = await notifications.until(
      runChannel(first.id),
      async () => {
        const run = await findRun(db, first.id).catch(undefinedWhileAway)
        return run && progressOf(run) !== progressOf(shown) ? run : undefined
      },
      { signal: AbortSignal.any([disconnected, pause]) },
    )
    if (next) {
      shown = next
      yield eventOf(shown)
    } else if (pause.aborted && !disconnected.aborted) yield ': nothing new\n\n'
    else return
  }
}

/** A stream outlives an absence of the database: it goes on when the database is back. */
function undefinedWhileAway(error: unknown): undefined {
  if (!unavailable(error)) throw error
}

const progressOf = ({ status, batches_done }: Run) => `${status} ${batches_done}`

const eventOf = (run: Run) =>
  `event: ${run.finished_at ? run.status : 'progress'}\ndata: ${JSON.stringify(run)}\n\n`
