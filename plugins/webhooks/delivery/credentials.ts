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
