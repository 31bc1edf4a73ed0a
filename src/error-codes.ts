import { GENERAL_CODES } from './platform/http/error-codes.ts'

/** What X-Error-Code says where a route knows more than the general codes do. */
const OWN_CODES: Record<string, string> = {}

/** Every word that X-Error-Code may hold, with its meaning. A word is never renamed and never reused. */
export const ERROR_CODES: Record<string, string> = { ...GENERAL_CODES, ...OWN_CODES }
