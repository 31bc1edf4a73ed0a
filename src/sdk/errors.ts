import type { ErrorCode } from './generated/schema.ts'

/** A code of the service, or one of the SDK's own; see `SosError.code`. */
export type SosErrorCode = ErrorCode | 'no_answer' | 'timed_out' | 'unreadable_answer'

/**
 * What every call throws when it fails for good, after the retries. Branch on `code` and `status`; `message` is for
 * people. Only an abort of your own `signal` throws something else: the signal's reason.
 */
export class SosError extends Error {
  /** The HTTP status, or 0 when no answer came. */
  declare readonly status: number
  /**
   * The service's `X-Error-Code`, a word that stays the same (`/docs` of the service has all). A later release of the service
   * may have more. Of the SDK's own: `no_answer` when the connection failed or broke, `timed_out` when the answer took
   * longer than `timeoutMs`, `unreadable_answer` when something else than the service answered.
   */
  declare readonly code: SosErrorCode
  /** The field that it is about, as the service's `X-Error-Field` has it, where it is one. */
  declare readonly field: string | undefined
  /** The id under which the service logs the request. Name it when you ask for help. */
  declare readonly requestId: string | undefined
  /** How many seconds the service asks to wait before the next try. */
  declare readonly retryAfter: number | undefined

  constructor({ message, cause, ...more }: Pick<SosError, 'message' | 'code'> & Partial<SosError>) {
    super(message, cause === undefined ? undefined : { cause })
    Object.assign(this, { name: 'SosError', status: 0, ...more })
  }
}

/** Whether it may be otherwise in a while: no answer, too many requests, or a fault of the service. */
export const passes = (error: unknown): error is SosError =>
  error instanceof SosError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** The error that an answer says. Its body is the service's sentence, or whatever something in between has sent. */
export async function errorOf(response: Response): Promise<SosError> {
  const { status, headers } = response
  const sentence = await response.json().then(
    (body: { error?: unknown }) => (typeof body?.error === 'string' ? body.error : undefined),
    () => undefined,
  )
  return new SosError({
    message: sentence ?? `The answer has status ${status}.`,
    status,
    code: (headers.get('x-error-code') as ErrorCode | null) ?? 'unreadable_answer',
    field: headers.get('x-error-field') ?? undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: secondsOf(headers.get('retry-after')),
  })
}

/** `Retry-After` in seconds, from a number or a date. */
function secondsOf(text: string | null): number | undefined {
  if (text === null || text.trim() === '') return undefined
  const seconds = /^\d+$/.test(text.trim()) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
