/** How long a request may take; to finalize 10,000 scores takes some ten seconds on a quiet machine. */
export const PATIENCE_MS = 300_000

/** What the service answered instead of what was asked for, in its own sentence. */
export class Refusal extends Error {
  readonly status: number
  readonly requestId: string | null
  /** The field of what was sent that it is about. */
  readonly field: string | null

  constructor(status: number, sentence: string, requestId: string | null, field: string | null = null) {
    super(sentence)
    this.status = status
    this.requestId = requestId
    this.field = field
  }

  static async of(response: Response) {
    const body = await response.json().catch(() => ({}))
    const sentence = typeof body.error === 'string' ? body.error : `The service answered ${response.status}.`
    const { headers, status } = response
    return new Refusal(status, sentence, headers.get('x-request-id'), headers.get('x-error-field'))
  }
}

export const sentenceOf = (error: unknown) =>
  error instanceof Refusal
    ? error.message
    : 'The service could not be reached. Check the connection, then try again; what you have typed is kept.'

/**
 * Asks before it is known who asks.
 * @throws Refusal for every answer that is not 2xx
 */
export async function asJson(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!response.ok) throw await Refusal.of(response)
  return response.json()
}
