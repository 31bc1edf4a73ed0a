import { hash, randomBytes } from 'node:crypto'

export const API_KEY_PREFIX = 'sos_'
const REFRESH_TOKEN_PREFIX = 'sosr_'
const RESET_TOKEN_PREFIX = 'sosp_'
const COOKIE_PREFIX = 'sosc_'
const SHOWN_CHARACTERS = 12

/** A new API key: `key` is shown once, `hash` is kept, `prefix` tells it from others in lists. */
export function newApiKey() {
  const key = newToken(API_KEY_PREFIX)
  return { key, prefix: key.slice(0, SHOWN_CHARACTERS), hash: hashToken(key) }
}

export const newRefreshToken = () => newToken(REFRESH_TOKEN_PREFIX)

/** What a person sets a new password with, once. */
export const newResetToken = () => newToken(RESET_TOKEN_PREFIX)

/** What a browser's session is known by. */
export const newCookieToken = () => newToken(COOKIE_PREFIX)

/** Whether a secret says that this service made it, whatever for. No other service is shown one. */
export const isOwnSecret = (token: string) => /^sos[a-z]?_/.test(token)

/**
 * How API keys, refresh and reset tokens and cookies are kept: they are 256 random bits, so one SHA-256 can't be turned
 * back.
 */
export const hashToken = (token: string) => hash('sha256', token)

const newToken = (prefix: string) => prefix + randomBytes(32).toString('base64url')
