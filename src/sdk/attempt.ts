import type { Call, Send } from './call.ts'
import { errorOf, SosError } from './errors.ts'

/** Statuses of answers that have no body. */
const WITHOUT_BODY = [204, 205, 304]

/** How one attempt is made. */
export interface AttemptOptions {
  fetch: typeof fetch
  timeoutMs: number
}

/**
 * Sends a call once. The whole answer must come within `timeoutMs`, so that one that breaks off is a failure here and
 * can be tried again; only of a stream of events it is the beginning that must come by then.
 */
export function createAttempt({ fetch, timeoutMs }: AttemptOptions): Send {
  return async (call) => {
    const { url, signal, ...init } = call
    signal.throwIfAborted()
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeoutMs)
    let response: Response
    try {
      response = await fetch(url, { ...init, signal: AbortSignal.any([signal, late.signal]) })
      if (!isStream(response)) response = await wholeOf(response)
    } catch (cause) {
      signal.throwIfAborted()
      if (late.signal.aborted) throw tooLate(call, timeoutMs)
      throw new SosError({ message: `${call.method} ${url} got no answer.`, code: 'no_answer', cause })
    } finally {
      clearTimeout(timer)
    }
    if (!response.ok) throw await errorOf(response)
    if (hasType(response, 'text/html')) throw notTheService(call)
    return response
  }
}

const hasType = ({ headers }: Response, type: string) => !!headers.get('content-type')?.startsWith(type)
const isStream = (response: Response) => response.ok && hasType(response, 'text/event-stream')

async function wholeOf(response: Response): Promise<Response> {
  const body = await response.arrayBuffer()
  return new Response(WITHOUT_BODY.includes(response.status) ? null : body, response)
}

const tooLate = ({ method, url }: Call, timeoutMs: number) =>
  new SosError({ message: `${method} ${url} got no answer within ${timeoutMs} ms.`, code: 'timed_out' })

/** Such as the page of a network that wants its guests to sign in. */
const notTheService = ({ method, url }: Call) =>
  new SosError({ message: `${method} ${url} was answered by a web page.`, code: 'unreadable_answer' })
