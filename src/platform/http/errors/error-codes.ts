/** What X-Error-Code says of errors that any route may answer with, and of those that name no code of their own. */
export const GENERAL_CODES = {
  bad_request: 'The request is not valid; the sentence says why',
  field_required: 'A required field is missing',
  unknown_field: 'A field or query parameter is not known here',
  invalid_field: 'A field has a wrong type, form or value',
  invalid_json: 'The body is no valid JSON',
  unknown_reference: 'A field names something that does not exist',
  unauthorized: 'X-User-Id or the token is missing, invalid or expired',
  forbidden: 'The role may not do this, or the object is outside its scope',
  not_found: 'There is no such object',
  path_not_found: 'There is no such path, or it does not take this method',
  not_acceptable: 'The answer does not come in the type that Accept names',
  request_timeout: 'The request took too long to arrive',
  conflict: 'The state of the object forbids the change',
  already_taken: 'Another record has this key',
  precondition_failed: 'If-Match names another version than the newest',
  too_large: 'The body is too large',
  uri_too_long: 'A part of the path is too long',
  unsupported_media_type: 'The body has another content type than this route takes',
  too_many_requests: 'Too many tries; Retry-After says when to come back',
  caller_gone: 'The caller has closed the connection before its answer',
  internal_error: 'The service failed; the sentence holds the id under which it is logged',
  unavailable: 'The database or queue does not answer; Retry-After says when to come back',
}
type Code = keyof typeof GENERAL_CODES

/** An error that names its code, and the field that it is about. */
export interface KnownError {
  errorCode?: string
  errorField?: string
}

const OF_STATUS: Record<number, Code> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  406: 'not_acceptable',
  408: 'request_timeout',
  409: 'conflict',
  412: 'precondition_failed',
  413: 'too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  499: 'caller_gone',
  503: 'unavailable',
}

/** The code of an error that is known by its status alone. */
export const codeOfStatus = (statusCode: number): Code =>
  OF_STATUS[statusCode] ?? (statusCode < 500 ? 'bad_request' : 'internal_error')

/** The code of what Ajv refuses, by its keyword. */
export const codeOfKeyword = (keyword: string | undefined): Code => {
  if (keyword === 'required') return 'field_required'
  return keyword === 'additionalProperties' ? 'unknown_field' : 'invalid_field'
}
