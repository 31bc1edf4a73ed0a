import type { Handler } from '../../src/platform/http/handler.ts'
import { streamProgress } from '../../src/platform/http/progress-stream.ts'
import { backtestChannel, findBacktest } from './queries.ts'
import { found } from './reading.ts'
import type { progressSchema } from './schemas.ts'

/** Streams a backtest's changes until it ends or is forgotten, the caller goes or the server stops. */
export const watchBacktest: Handler<typeof progressSchema> = async ({ server, params: { id } }, reply) =>
  streamProgress(server, reply, found(await findBacktest(server.db, id), id), {
    channel: backtestChannel(id),
    find: () => findBacktest(server.db, id),
    progressOf: ({ status, parts_done }) => `${status} ${parts_done}`,
  })
