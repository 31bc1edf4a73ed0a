import { type Call, pause, type Send } from './call.ts'
import { SosError } from './errors.ts'

/** How failures are tried again. */
export interface RetryOptions {
  /** How often a call is sent again. */
  retries: number
  /** The longest wait that `Retry-After` may ask for; longer ones are left to the caller. */
  maxWaitMs: number
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8_000

/** The service, or something before it, could not answer now. */
const PASSING = [0, 408, 502, 503, 504]
/** With these codes of a 503 nothing has been done. */
const NOTHING_DONE = [
  'computations_full',
  'identity_provider_unavailable',
  'no_space',
  'too_many_exports',
  'too_many_reads',
]
/** Failures before anything was sent, as Node.js names them; browsers say nothing. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']
/** POSTs that change nothing. */
const READING = /\/(config\/preview|score\/(what-if|path))$/

/**
 * Sends again what failed for a passing reason, so often and after such pauses as the options say. What the service has
 * refused before doing anything (429) is always sent again. What may have been done already is sent again only where
 * twice is the same as once: reads, POSTs with an `Idempotency-Key`, pushes of NDJSON.
 */
export function withRetries(send: Send, { retries, maxWaitMs }: RetryOptions): Send {
  return async (call) => {
    for (let tries = 0; ; tries++) {
      try {
        return await send(call)
      } catch (error) {
        if (!(error instanceof SosError) || tries >= retries || !mayRepeat(call, error)) throw error
        const wait = waitOf(error, tries)
        if (wait > maxWaitMs) throw error
        await pause(wait, call.signal)
      }
    }
  }
}

function mayRepeat(call: Call, error: SosError): boolean {
  if (error.status === 429 || neverSent(error)) return true
  if (error.status === 503 && NOTHING_DONE.includes(error.code)) return true
  return PASSING.includes(error.status) && isRepeatable(call)
}

/** Whether a call that is done twice does the same as once. A PUT adds a version each time. */
function isRepeatable({ method, headers, url }: Call): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  if (method !== 'POST') return false
  return (
    headers.has('idempotency-key') ||
    headers.get('content-type') === 'application/x-ndjson' ||
    READING.test(new URL(url).pathname)
  )
}

const neverSent = ({ cause }: SosError) => {
  const { code } = ((cause as { cause?: unknown } | undefined)?.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' && NEVER_SENT.includes(code)
}

/** In milliseconds: what the service asks for and up to a quarter more, else doubling, with a jitter of a half. */
export function waitOf({ retryAfter }: Pick<SosError, 'retryAfter'>, tries: number): number {
  if (retryAfter !== undefined) return retryAfter * 1000 * (1 + Math.random() / 4)
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (0.5 + Math.random() / 2)
}
