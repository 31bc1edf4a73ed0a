import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '../../src/platform/database/unavailable.ts'
import { clientDisconnected } from '../../src/platform/http/client-disconnected.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { type Backtest, backtestChannel, findBacktest } from './queries.ts'
import { found } from './reading.ts'
import type { progressSchema } from './schemas.ts'

/** After how long without a change a comment is sent, so that nobody in between takes the connection for dead. */
const HEARTBEAT_MS = 15_000

/** Streams a backtest's changes until it ends or is forgotten, the caller goes or the server stops. */
export const watchBacktest: Handler<typeof progressSchema> = async ({ server, params: { id } }, reply) => {
  const backtest = found(await findBacktest(server.db, id), id)
  reply.header('content-type', 'text/event-stream; charset=utf-8').header('cache-control', 'no-store')
  return reply.send(Readable.from(changesOf(server, backtest, clientDisconnected(reply))) as never) as never
}

async function* changesOf(
  { db, notifications }: FastifyInstance,
  first: Backtest,
  disconnected: AbortSignal,
) {
  let shown = first
  yield eventOf(shown)
  while (!shown.finished_at) {
    const pause = AbortSignal.timeout(HEARTBEAT_MS)
    const next = await notifications.until(
      backtestChannel(first.id),
      async () => {
        const backtest = await findBacktest(db, first.id).then(orForgotten, shownWhileAway)
        return backtest === FORGOTTEN || progressOf(backtest) !== progressOf(shown) ? backtest : undefined
      },
      { signal: AbortSignal.any([disconnected, pause]) },
    )
    if (next === FORGOTTEN) return
    if (next) {
      shown = next
      yield eventOf(shown)
    } else if (pause.aborted && !disconnected.aborted) yield ': nothing new\n\n'
    else return
  }

  /** A stream outlives an absence of the database: it goes on when the database is back. */
  function shownWhileAway(error: unknown): Backtest {
    if (!unavailable(error)) throw error
    return shown
  }
}

const FORGOTTEN = 'forgotten'
const orForgotten = (backtest: Backtest | undefined) => backtest ?? FORGOTTEN

const progressOf = ({ status, parts_done }: Backtest) => `${status} ${parts_done}`

const eventOf = (backtest: Backtest) =>
  `event: ${backtest.finished_at ? backtest.status : 'progress'}\ndata: ${JSON.stringify(backtest)}\n\n`
