/** The most that is kept of the headers, and of the body, of a request or an answer, in bytes of UTF-8. */
export const LOG_LIMIT = 16 * 1024
const HIDDEN = '[hidden]'
const CUT = '… [cut]'
const CUT_BYTES = Buffer.byteLength(CUT)

/** Secrets that are known by their shape in any text: signing secrets, API keys of this service, bearer tokens. */
const KNOWN_SHAPES = /\b(whsec|whsk|sos)_[A-Za-z0-9+/_-]{16,}=*|\bBearer\s+[\w.~+/-]{8,}=*/gi

/**
 * Headers as the log keeps them: names in lower case, repeated ones joined, credentials and `secrets` hidden, together
 * at most 16 KiB. `webhook-signature` is shown, for it is no secret.
 */
export function loggedHeaders(
  headers: Record<string, string | string[] | undefined>,
  secrets: readonly string[] = [],
): Record<string, string> {
  const kept: [string, string][] = []
  let room = LOG_LIMIT
  for (const [name, given] of Object.entries(headers)) {
    if (given === undefined) continue
    const value = typeof given === 'string' ? given : given.join(', ')
    const shown = isCredential(name, value) ? HIDDEN : hidden(value, secrets)
    const key = storable(name.toLowerCase())
    room -= byteLength(key)
    if (room <= CUT_BYTES) break
    const fitted = fitting(storable(shown), room)
    kept.push([key, fitted])
    room -= byteLength(fitted)
  }
  return Object.fromEntries(kept)
}

/**
 * A body as the log keeps it: text without NUL and broken UTF-8, `secrets` and what is known by its shape hidden, at
 * most 16 KiB. To hide a secret that lies across that bound, give somewhat more of the body than the bound.
 */
export function loggedBody(body: string | Uint8Array, secrets: readonly string[] = []): string {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return fitting(storable(hidden(text, secrets)), LOG_LIMIT)
}

/** Also as they look inside a JSON string. */
const hidden = (text: string, secrets: readonly string[]) =>
  secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
    .replace(KNOWN_SHAPES, HIDDEN)

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
const storable = (text: string) =>
  text.isWellFormed() && !text.includes('\0') ? text : text.toWellFormed().replaceAll('\0', '\uFFFD')

const byteLength = (text: string) => Buffer.byteLength(text)

/** The text, or as many whole characters of it as fit into `room` bytes together with a sign that it was cut. */
function fitting(text: string, room: number): string {
  if (byteLength(text) <= room) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(room - CUT_BYTES))
  return text.slice(0, read) + CUT
}

/** Headers that are shown although their names look like those of credentials. */
const SHOWN = ['webhook-signature', 'www-authenticate', 'proxy-authenticate', 'idempotency-key']
const SECRET_NAME = /auth|cookie|token|secret|passw|pwd|credential|session|jwt|key$/i

/** An authentication scheme with its credentials, or a JSON Web Token. */
const SECRET_VALUE =
  /^(bearer|basic|digest|token|apikey|api-key|hmac|negotiate)\s+\S|\beyJ[\w-]{8,500}\.[\w-]+\./i

/** A long word of letters and digits mixed, as keys are. */
const RANDOM_WORD = /^(?=.*\d)(?=.*[a-z])[\w.~+/=-]{20,}$/i

/** Whether a header has to be hidden for its name or for what its value looks like. */
export const isCredential = (name: string, value: string) =>
  !SHOWN.includes(name.toLowerCase()) && (SECRET_NAME.test(name) || SECRET_VALUE.test(value))

const SHORTEST = 6

/**
 * What must not be seen of a subscription's own headers wherever it turns up again, as in the answer of a receiver
 * that echoes. These are checked more strictly than other headers: any value that looks random is taken for a key.
 */
export function secretsOf(headers: Record<string, string>): string[] {
  return Object.entries(headers)
    .filter(([name, value]) => isCredential(name, value) || RANDOM_WORD.test(value))
    .flatMap(([, value]) => [value, value.replace(/^[\w-]+\s+/, '')])
    .filter((secret, index, all) => secret.length >= SHORTEST && all.indexOf(secret) === index)
}
