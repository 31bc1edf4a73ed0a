import type { Handler } from '../../../src/platform/http/handler.ts'
import { streamProgress } from '../../../src/platform/http/progress-stream.ts'
import { findRun, runChannel } from './run-queries.ts'
import { knownRun } from './runs.ts'
import type { runProgressSchema } from './schemas.ts'

/** Streams a run's changes until it ends, the caller goes or the server stops. */
export const watchRun: Handler<typeof runProgressSchema> = async ({ server, params: { id } }, reply) =>
  streamProgress(server, reply, await knownRun(server, id), {
    channel: runChannel(id),
    find: () => findRun(server.db, id),
    progressOf: ({ status, batches_done }) => `${status} ${batches_done}`,
  })
