import { errorOf, SosError } from './errors.ts'

/** How calls are sent. Every time is in milliseconds. */
export interface Sending {
  /** How long one attempt may take, its answer included. Default: 60,000. */
  timeoutMs?: number
  /** How often a call that failed for a passing reason is sent again. Default: 3; 0 for never. */
  retries?: number
  /** The longest `Retry-After` that is waited for; one that is longer is thrown at once. Default: 60,000. */
  maxWaitMs?: number
  /** What sends the requests. Default: the `fetch` of Node.js or the browser. */
  fetch?: typeof fetch
}

/** Sends a request, and answers with a success or throws. */
export type Send = (request: Request) => Promise<Response>

/** How long one waits after a first failure, at the least where it is longer otherwise. */
export const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8_000
/** The service, or something before it, could not answer now. */
const PASSING = [0, 408, 502, 503, 504]
/** With these codes of a 503 nothing has been done. */
const NOTHING_DONE = [
  'computations_full',
  'identity_provider_unavailable',
  'no_space',
  'stopping',
  'too_many_exports',
  'too_many_reads',
]
/** Failures before anything was sent, as Node.js names them; browsers say nothing. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']
/** POSTs of secrets: the service keeps no answer of them, and takes no `Idempotency-Key`. All others may be repeated. */
const SECRET = /^\/api\/(auth\/|users\/[^/]+\/password-reset$)/
/** Statuses of answers that have no body. */
const WITHOUT_BODY = [204, 205, 304]

/**
 * Sends requests, again where they failed for a passing reason. What the service has refused before doing anything is
 * always sent again, all else only where twice is the same as once: reads, and POSTs with an `Idempotency-Key`.
 */
export function createSend({
  timeoutMs = 60_000,
  retries = 3,
  maxWaitMs = 60_000,
  fetch = globalThis.fetch,
}: Sending): Send {
  return async (request) => {
    for (let tries = 0; ; tries++) {
      request.signal.throwIfAborted()
      try {
        return await attempt(request.clone(), fetch, timeoutMs)
      } catch (error) {
        if (!(error instanceof SosError) || tries >= retries || !mayRepeat(request, error)) throw error
        const wait = waitOf(error, tries)
        if (wait > maxWaitMs) throw error
        await pause(wait, request.signal)
      }
    }
  }
}

/** One attempt. The whole answer must come in time, only of a stream of events its beginning. */
async function attempt(request: Request, fetch: typeof globalThis.fetch, timeoutMs: number) {
  const { method, url, signal } = request
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  let answer: Response
  try {
    answer = await fetch(request, { signal: AbortSignal.any([signal, late.signal]) })
    if (!hasType(answer, 'text/event-stream')) {
      const body = await answer.arrayBuffer()
      answer = new Response(WITHOUT_BODY.includes(answer.status) ? null : body, answer)
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw late.signal.aborted
      ? new SosError({ message: `${method} ${url} got no answer within ${timeoutMs} ms.`, code: 'timed_out' })
      : new SosError({ message: `${method} ${url} got no answer.`, code: 'no_answer', cause })
  } finally {
    clearTimeout(timer)
  }
  if (!answer.ok) throw await errorOf(answer)
  // Such as the page of a network that wants its guests to sign in.
  if (hasType(answer, 'text/html'))
    throw new SosError({ message: `${method} ${url} was answered by a web page.`, code: 'unreadable_answer' })
  return answer
}

const hasType = ({ headers }: Response, type: string) => !!headers.get('content-type')?.startsWith(type)

const isKeyed = ({ method, url }: Request) => method === 'POST' && !SECRET.test(new URL(url).pathname)

/** Gives a POST an `Idempotency-Key`, unless it has one of your own or takes none. */
export function withKey(request: Request): Request {
  if (isKeyed(request) && !request.headers.has('idempotency-key'))
    request.headers.set('idempotency-key', newKey())
  return request
}

/** `crypto.randomUUID` is missing from pages without TLS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join(
    '',
  )

function mayRepeat(request: Request, error: SosError): boolean {
  if (error.status === 429 || neverSent(error)) return true
  if (error.status === 503 && NOTHING_DONE.includes(error.code)) return true
  return PASSING.includes(error.status) && (['GET', 'HEAD'].includes(request.method) || isKeyed(request))
}

const neverSent = ({ cause }: SosError) =>
  NEVER_SENT.includes((cause as { cause?: { code?: string } } | undefined)?.cause?.code ?? '')

/** In milliseconds: what the service asks for and up to a quarter more, else doubling, with a jitter of a half. */
function waitOf({ retryAfter }: SosError, tries: number): number {
  if (retryAfter !== undefined) return retryAfter * 1000 * (1 + Math.random() / 4)
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (0.5 + Math.random() / 2)
}

/** Waits, unless the signal aborts. @throws the reason of the signal */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
  signal?.throwIfAborted()
}
