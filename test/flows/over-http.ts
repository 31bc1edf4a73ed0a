import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 50
/** Longer than an answer takes on however busy a machine: it only bounds a hang. */
const PATIENCE_MS = 180_000

/** The headers that say who asks, and what else a request carries. */
export type Who = Record<string, string>

/** What an answer is looked at for. */
interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  body: any
  headers: Headers
}

/** Asks a service over HTTP; JSON both ways, unless a body is text with a content type of its own. */
export function asker(base: string) {
  async function ask(who: Who, method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = { ...(body !== undefined && { 'content-type': 'application/json' }), ...who }
    const response = await fetch(base + path, {
      method,
      headers,
      body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: json ? JSON.parse(text) : text, headers: response.headers }
  }

  /** The body of an answer that must be a success. */
  async function done(...asked: Parameters<typeof ask>) {
    const { status, body } = await ask(...asked)
    if (status !== 200) throw new Error(`${asked[1]} ${asked[2]} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  return { ask, done }
}

/** What a question is answered with once the answer is as it should be: for what a job does moments later. */
export async function until<T>(ask: () => Promise<T>, asItShouldBe: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (asItShouldBe(answer)) return answer
    await delay(PAUSE_MS)
  }
}
