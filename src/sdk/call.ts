/** A request that can be sent more than once. */
export interface Call {
  url: string
  method: string
  headers: Headers
  body: ArrayBuffer | undefined
  credentials: Request['credentials']
  /** Aborts the call, its waits included. */
  signal: AbortSignal
}

/** Sends a call, and answers with a success or throws. */
export type Send = (call: Call) => Promise<Response>

/** The call of a request, whose body is read here for good. */
export async function callOf(request: Request): Promise<Call> {
  const { url, method, credentials, signal } = request
  const headers = new Headers(request.headers)
  return {
    url,
    method,
    headers,
    credentials,
    signal,
    body: request.body ? await request.arrayBuffer() : undefined,
  }
}

/** Waits, unless the signal aborts. @throws the reason of the signal */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      fail(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      done()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
