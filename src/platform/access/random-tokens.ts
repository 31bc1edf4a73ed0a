import { hash, randomBytes } from 'node:crypto'

export const API_KEY_PREFIX = 'sos_'
/** How else a secret begins, by what it is for: a session, a new password, a browser's session. */
const PREFIXES = { refresh: 'sosr_', reset: 'sosp_', cookie: 'sosc_' }
const SHOWN_CHARACTERS = 12

/** A new API key: `key` is shown once, `hash` is kept, `prefix` tells it from others in lists. */
export function newApiKey() {
  const key = API_KEY_PREFIX + randomText()
  return { key, prefix: key.slice(0, SHOWN_CHARACTERS), hash: hashToken(key) }
}

/** A new secret of a kind, which is shown once. */
export const newToken = (kind: keyof typeof PREFIXES) => PREFIXES[kind] + randomText()

/** Whether a secret says that this service made it, whatever for. No other service is shown one. */
export const isOwnSecret = (token: string) => /^sos[a-z]?_/.test(token)

/** How API keys, tokens and cookies are kept: they are 256 random bits, so one SHA-256 can't be turned back. */
export const hashToken = (token: string) => hash('sha256', token)

const randomText = () => randomBytes(32).toString('base64url')
