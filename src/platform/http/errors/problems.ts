import { httpErrors } from '@fastify/sensible'

// The errors of @fastify/sensible, each with a code. They come from the package and not from `app.httpErrors`, because
// rules and queries throw them, too, which know no app. `app.httpErrors` and `reply.notFound(sentence)` work as
// everywhere; what they answer has the code of its status.

/** What an error may carry besides: `retryAfter` in seconds, the field that it is about, and its cause. */
type More = { retryAfter?: number; errorField?: string; cause?: unknown }

/**
 * Makes errors of a status: `code` becomes X-Error-Code and stays the same for ever, `sentence` becomes the body and
 * may be worded better at any time. All codes are listed in src/error-codes.ts.
 */
const problem = (statusCode: number) => (code: string, sentence: string, more?: More) =>
  httpErrors.createError(statusCode, sentence, { errorCode: code, ...more })

export const badRequest = problem(400)
export const unauthorized = problem(401)
export const forbidden = problem(403)
export const notFound = problem(404)
export const notAcceptable = problem(406)
export const requestTimeout = problem(408)
export const conflict = problem(409)
export const preconditionFailed = problem(412)
export const payloadTooLarge = problem(413)
export const unsupportedMediaType = problem(415)
export const tooManyRequests = problem(429)
export const clientClosedRequest = problem(499)
export const serviceUnavailable = problem(503)

/** The 400 for a field with a value that it can't have; the sentence names the field. */
export const invalidField = (sentence: string) => badRequest('invalid_field', sentence)
