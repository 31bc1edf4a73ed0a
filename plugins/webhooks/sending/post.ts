import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import type { Ending } from '../delivery/outcome.ts'
import { LOG_LIMIT } from '../delivery/redact.ts'
import type { Endpoint } from './endpoint.ts'

/** `timeout_ms` is the limit of the whole request. */
type Post = Pick<Endpoint, 'origin' | 'path' | 'headers' | 'timeout_ms'> & { body: string }

/** What is known of a post while it is under way; `address` is the one that was dialled. */
interface Posting {
  address: string | null
  status: number | null
  headers: Record<string, string | string[] | undefined> | null
}

/** The most bytes read of an answer: more than the log keeps, so that a secret across its bound is hidden whole. */
const MOST_BYTES = LOG_LIMIT + 1024

/** The post whose request undici is about to write to a socket: undici reports the two one right after the other. */
let starting: Posting | null = null
subscribe('undici:client:sendHeaders', (message) => {
  if (starting) starting.address = (message as { socket: Socket }).socket.remoteAddress ?? null
  starting = null
})

const timeIsUp = (name: string) => new DOMException('The time is up.', name)

/**
 * Posts once and never fails: every error is an ending. It ends with the answer, with the first bytes of a long
 * answer, or when its time is up, whichever comes first. Redirects are answers like any other.
 * @returns the ending, and the receiver's `headers` and `body`
 */
export async function post(dispatcher: Dispatcher, { origin, path, headers, body, timeout_ms }: Post) {
  const began = performance.now()
  const posting: Posting = { address: null, status: null, headers: null }
  const chunks: Buffer[] = []
  const over = Promise.withResolvers<unknown>()
  let isOver = false
  let bytes = 0
  let controller: Dispatcher.DispatchController | null = null
  const timer = setTimeout(() => {
    over.resolve(timeIsUp(controller ? 'TimeoutError' : 'UND_ERR_CONNECT_TIMEOUT'))
    controller?.abort(timeIsUp('TimeoutError'))
  }, timeout_ms)

  dispatcher.dispatch(
    { origin, path, method: 'POST', headers, body, headersTimeout: 0, bodyTimeout: 0 },
    {
      onRequestStart(started) {
        controller = started
        if (isOver) return started.abort(timeIsUp('TimeoutError'))
        starting = posting
      },
      onResponseStart(_, status, answered) {
        if (status >= 200) Object.assign(posting, { status, headers: answered })
      },
      onResponseData(running, chunk) {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes <= MOST_BYTES) return
        over.resolve(null)
        running.abort(new DOMException('The answer is too long.', 'AbortError'))
      },
      onResponseEnd: () => over.resolve(null),
      onResponseError: (_, error) => over.resolve(error),
    },
  )
  const error = await over.promise
  isOver = true
  clearTimeout(timer)
  const { address, status } = posting
  const ending: Ending = status === null ? { error } : { status, headers: posting.headers ?? {} }
  return {
    ending,
    duration_ms: Math.round(performance.now() - began),
    address: address ?? (error as { dialled?: string } | null)?.dialled ?? null,
    headers: posting.headers,
    body: chunks.length > 0 ? Buffer.concat(chunks) : null,
  }
}
