/** How long a request may take; to finalize 10,000 scores takes some ten seconds on a quiet machine. */
export const PATIENCE_MS = 300_000

/** What the service answered instead of what was asked for, in its own sentence. */
export class Refusal extends Error {
  readonly status: number
  /** The field of what was sent that it is about, and the service’s own word for what is wrong. */
  readonly field: string | null
  readonly code: string | null

  constructor(status: number, sentence: string, headers = new Headers()) {
    super(sentence)
    this.status = status
    this.field = headers.get('x-error-field')
    this.code = headers.get('x-error-code')
  }

  static async of(response: Response) {
    const body = await response.json().catch(() => ({}))
    const sentence =
      typeof body.error === 'string'
        ? body.error
        : `Something went wrong in the service (${response.status}). Try again in a minute.`
    return new Refusal(response.status, sentence, response.headers)
  }
}

/** No answer came: it took too long, or browsers say it in these words. */
export const isUnanswered = (error: unknown) =>
  error instanceof DOMException ||
  (error instanceof TypeError && /fetch|network|load|import/i.test(error.message))

export const sentenceOf = (error: unknown) =>
  error instanceof Refusal
    ? error.message
    : isUnanswered(error)
      ? 'The service could not be reached. Check the connection, then try again.'
      : 'Something went wrong on this page, not in the service. Load the page again.'

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
