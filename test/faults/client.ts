import { SLACK_MS, seconds } from './polling.ts'

/** How long each kind of request may take, in milliseconds; DEFAULT_BOUND_MS for all others. */
const BOUNDS_MS: Record<string, number> = { health: 2_000, enforcement: 2_000, push: 60_000, export: 60_000 }
const DEFAULT_BOUND_MS = 15_000
/** While the database is away, any request. */
const AWAY_BOUND_MS = 5_000

/**
 * What became of a request: its status, or `hung` (no answer within its bound and what a loaded machine may add),
 * `broken` (the connection ended without an answer) or `cut` (it ended in the middle of one).
 */
export interface Outcome {
  kind: string
  /** Date.now() when it was sent. */
  sentAt: number
  ms: number
  status: number | 'hung' | 'broken' | 'cut'
  retryAfter: string | null
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  body: any
}

export interface Asked {
  body?: unknown
  headers?: Record<string, string>
}

export type Client = ReturnType<typeof createClient>

/** Asks a service, each request with a deadline, and keeps what became of each. */
export function createClient(url: string) {
  const outcomes: Outcome[] = []
  let away = false

  const boundOf = (kind: string) => {
    const own = BOUNDS_MS[kind.split(' ')[0] as string] ?? DEFAULT_BOUND_MS
    return away ? Math.min(own, AWAY_BOUND_MS) : own
  }

  /** @param kind what is asked for, its first word the kind whose bound counts */
  async function ask(kind: string, method: string, path: string, asked: Asked = {}): Promise<Outcome> {
    const sentAt = Date.now()
    const deadline = AbortSignal.timeout(boundOf(kind) + SLACK_MS)
    const done = (rest: Pick<Outcome, 'status' | 'retryAfter' | 'body'>) => {
      const outcome = { kind, sentAt, ms: Date.now() - sentAt, ...rest }
      outcomes.push({ ...outcome, body: outcome.status === 200 ? null : outcome.body })
      return outcome
    }
    let response: Response | undefined
    try {
      const isText = typeof asked.body === 'string'
      response = await fetch(url + path, {
        method,
        headers: {
          'x-user-id': '1',
          ...(asked.body !== undefined && !isText && { 'content-type': 'application/json' }),
          ...asked.headers,
        },
        body: isText || asked.body === undefined ? (asked.body as string) : JSON.stringify(asked.body),
        signal: deadline,
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      const { status, headers } = response
      return done({
        status,
        retryAfter: headers.get('retry-after'),
        body: isJson ? JSON.parse(text) : text,
      })
    } catch (error) {
      const status = deadline.aborted ? 'hung' : response ? 'cut' : 'broken'
      const { message, cause } = error as Error & { cause?: { code?: string } }
      return done({ status, retryAfter: null, body: cause?.code ?? message })
    }
  }

  return {
    outcomes,
    ask,
    /** From now on every request must be answered as while the database is away, or not any more. */
    expectAway(is: boolean) {
      away = is
    },
  }
}

/** Outcomes in a line for each kind and status: how many, and the slowest of them with what it was told. */
export function inLines(outcomes: Outcome[]): string[] {
  const groups = Map.groupBy(outcomes, ({ kind, status }) => `${kind} ${status}`)
  return [...groups].map(([name, group]) => {
    const slowest = group.reduce((one, other) => (other.ms > one.ms ? other : one))
    const body = slowest.body === null ? '' : `: ${JSON.stringify(slowest.body)}`
    return `${name} × ${group.length}, slowest ${seconds(slowest.ms)}${body.slice(0, 200)}`
  })
}
