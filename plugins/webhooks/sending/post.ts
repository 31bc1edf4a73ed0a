import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import type { Ending } from '../delivery/outcome.ts'
import { LOG_LIMIT } from '../delivery/redact.ts'
import type { Endpoint } from './endpoint.ts'

/** `timeout_ms` is the limit of the whole request. */
type Post = Pick<Endpoint, 'origin' | 'path' | 'headers' | 'timeout_ms'> & { body: string }

/** The result of a post; `headers` and `body` are the receiver's. */
interface Posted {
  ending: Ending
  duration_ms: number
  /** The address that was dialled. */
  address: string | null
  headers: Record<string, string | string[] | undefined> | null
  body: Buffer | null
}

/** The most bytes read of an answer: more than the log keeps, so that a secret across its bound is hidden whole. */
const MOST_BYTES = LOG_LIMIT + 1024

/** The post whose request undici is about to write to a socket: undici reports the two one right after the other. */
let starting: { address: string | null } | null = null
subscribe('undici:client:sendHeaders', (message) => {
  if (starting) starting.address = (message as { socket: Socket }).socket.remoteAddress ?? null
  starting = null
})

/**
 * Posts once and never fails: every error is an ending. It ends with the answer, with the first bytes of a long
 * answer, or when its time is up, whichever comes first. Redirects are answers like any other.
 */
export function post(
  dispatcher: Dispatcher,
  { origin, path, headers, body, timeout_ms }: Post,
): Promise<Posted> {
  return new Promise((resolve) => {
    const began = performance.now()
    const posted: Posted = {
      ending: { error: null },
      duration_ms: 0,
      address: null,
      headers: null,
      body: null,
    }
    const chunks: Buffer[] = []
    let bytes = 0
    let status: number | null = null
    let controller: Dispatcher.DispatchController | null = null
    let ended = false

    function end(error: unknown) {
      if (ended) return
      ended = true
      clearTimeout(timer)
      posted.duration_ms = Math.round(performance.now() - began)
      posted.ending = status === null ? { error } : { status, headers: posted.headers ?? {} }
      posted.address ??= (error as { dialled?: string } | null)?.dialled ?? null
      posted.body = chunks.length > 0 ? Buffer.concat(chunks) : null
      resolve(posted)
    }
    const timer = setTimeout(() => {
      end(new DOMException('The time is up.', controller ? 'TimeoutError' : 'UND_ERR_CONNECT_TIMEOUT'))
      controller?.abort(new DOMException('The time is up.', 'TimeoutError'))
    }, timeout_ms)

    dispatcher.dispatch(
      { origin, path, method: 'POST', headers, body, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(started) {
          controller = started
          if (ended) return started.abort(new DOMException('The time is up.', 'TimeoutError'))
          starting = posted
        },
        onResponseStart(_, statusCode, answered) {
          if (ended || statusCode < 200) return
          status = statusCode
          posted.headers = answered
        },
        onResponseData(running, chunk) {
          if (ended) return
          chunks.push(chunk)
          bytes += chunk.length
          if (bytes <= MOST_BYTES) return
          end(null)
          running.abort(new DOMException('The answer is too long.', 'AbortError'))
        },
        onResponseEnd: () => end(null),
        onResponseError: (_, error) => end(error),
      },
    )
  })
}
