import { Readable } from 'node:stream'
import { type TString, Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { unavailable } from '../../database/connect/unavailable.ts'
import { clientDisconnected } from '../connections/client-disconnected.ts'

/** Work that somebody watches until it has ended. */
interface Watched {
  status: string
  finished_at: string | null
}

/** Finds the work as it is now, if it has not been deleted, and says its state; a change of that text is sent. */
interface Watch<Work> {
  find(): Promise<Work | null | undefined>
  progressOf(work: Work): string
}

/** A comment is sent after so long without a change, so that no proxy takes the connection for dead. */
const HEARTBEAT_MS = 15_000

/**
 * Streams the changes of some work as server-sent events, until it ends or is deleted, the caller goes or the server
 * stops. An absence of the database is outlived: the stream goes on when it is back.
 */
export function streamProgress<Work extends Watched>(
  server: FastifyInstance,
  reply: FastifyReply,
  first: Work,
  watch: Watch<Work>,
): never {
  reply.header('content-type', 'text/event-stream; charset=utf-8').header('cache-control', 'no-store')
  return reply.send(Readable.from(changesOf(server, first, watch, clientDisconnected(reply)))) as never
}

async function* changesOf<Work extends Watched>(
  { jobs }: FastifyInstance,
  first: Work,
  { find, progressOf }: Watch<Work>,
  disconnected: AbortSignal,
) {
  let shown = first
  yield eventOf(shown)
  while (!shown.finished_at) {
    const pause = AbortSignal.timeout(HEARTBEAT_MS)
    const next = await jobs.until(
      async () => {
        const work = await find().then(
          (one) => one ?? DELETED,
          (error) => {
            if (unavailable(error)) return shown
            throw error
          },
        )
        return work === DELETED || progressOf(work) !== progressOf(shown) ? work : undefined
      },
      AbortSignal.any([disconnected, pause]),
    )
    if (next === DELETED) return
    if (next) {
      shown = next
      yield eventOf(shown)
    } else if (pause.aborted && !disconnected.aborted) yield ': nothing new\n\n'
    else return
  }
}

const DELETED = 'deleted'

const eventOf = (work: Watched) =>
  `event: ${work.finished_at ? work.status : 'progress'}\ndata: ${JSON.stringify(work)}\n\n`

/** The answer of a stream. It has another form than the type provider knows, to which it is a text. */
export const eventStream = (description: string) =>
  ({ description, content: { 'text/event-stream': { schema: Type.String() } } }) as unknown as TString
