/** An answer that is an error, or no answer at all (`status` 0). */
export class ApiError extends Error {
  readonly status: number
  /** X-Error-Code; '' where there was none. */
  readonly code: string
  /** The id under which the service logged the request; '' where there was no answer. */
  readonly requestId: string
  /** Seconds until a new try makes sense. */
  readonly retryAfter: number | null

  constructor(status: number, message: string, headers?: Headers) {
    super(message)
    this.status = status
    this.code = headers?.get('x-error-code') ?? ''
    this.requestId = headers?.get('x-request-id') ?? ''
    const seconds = headers?.get('retry-after')
    this.retryAfter = seconds ? Number(seconds) : null
  }
}

/** The service's sentence about an answer that is not 2xx. */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  return new ApiError(
    response.status,
    sentenceOf(text) || `The service answered ${response.status}.`,
    response.headers,
  )
}

function sentenceOf(text: string): string {
  try {
    return (JSON.parse(text) as { error?: string }).error ?? ''
  } catch {
    return ''
  }
}

/** What a failed fetch says: the browser's own words do not help anybody. */
export const noAnswer = () =>
  new ApiError(0, 'The service does not answer. Check your connection; what you have typed is kept.')

/** Why a request has no answer: an abort stays what it is, for nobody waits any more. */
export function failureOf(error: unknown): Error {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'AbortError') return error as DOMException
  if (name === 'TimeoutError') return new ApiError(0, 'The service did not answer in time. Try again.')
  return noAnswer()
}

/** Any thrown thing as an ApiError. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, error instanceof Error ? error.message : String(error))
