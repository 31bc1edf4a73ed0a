import { RefusedAddress } from './addresses.ts'

/** What went wrong without an answer, by the code or name of the error (Node, OpenSSL, undici). First match wins. */
const SENTENCES: [RegExp, string][] = [
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'No connection to the receiver was made in time.'],
  [/^(UND_ERR_HEADERS_TIMEOUT|TimeoutError)$/, 'The receiver did not answer in time.'],
  [/^(UND_ERR_ABORTED|AbortError)$/, 'The attempt was stopped before the receiver answered.'],
  [/^ECONNREFUSED$/, 'The receiver refused the connection: nothing listens at its address and port.'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE)$/, 'The connection was reset before the receiver answered.'],
  [/^UND_ERR_SOCKET$/, 'The receiver closed the connection before it answered.'],
  [
    /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/,
    "The receiver's address can't be reached.",
  ],
  [/^(ENOTFOUND|ENODATA)$/, "The receiver's host name does not resolve to an address."],
  [/^(EAI_\w+|ESERVFAIL|ETIMEOUT|EREFUSED)$/, "The receiver's host name could not be looked up."],
  [/^CERT_HAS_EXPIRED$/, "TLS failed: the receiver's certificate has expired."],
  [/^CERT_NOT_YET_VALID$/, "TLS failed: the receiver's certificate is not valid yet."],
  [
    /^(ERR_TLS_CERT_ALTNAME_\w+|HOSTNAME_MISMATCH)$/,
    "TLS failed: the receiver's certificate is for another name.",
  ],
  [/SELF_SIGNED_CERT/, "TLS failed: the receiver's certificate is self-signed."],
  [
    /^(UNABLE_TO_(GET|VERIFY)_\w+|CERT_\w+|INVALID_CA)$/,
    "TLS failed: the receiver's certificate is not trusted.",
  ],
  [/^(EPROTO|ERR_(SSL|TLS)_\w+)$/, 'TLS failed: no secure connection could be agreed on with the receiver.'],
  [/^(HPE_\w+|HTTPParserError)$/, 'The receiver answered something that is not HTTP.'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, "The headers of the receiver's answer are too large."],
  [/^UND_ERR_(BODY_TIMEOUT|RES_CONTENT_LENGTH_MISMATCH)$/, "The receiver's answer was cut off."],
]

const LONGEST = 300

/** What an error of an attempt means, as one sentence. */
export function failureSentence(error: unknown): string {
  const errors = unfold(error)
  const refused = errors.find((one) => one instanceof RefusedAddress)
  if (refused) return sentence(refused.message)
  for (const { code, name } of errors)
    for (const [pattern, text] of SENTENCES) if (pattern.test(String(code)) || pattern.test(name)) return text
  return sentence(`The attempt failed: ${(errors[0]?.message || 'for an unknown reason').slice(0, LONGEST)}`)
}

type Failure = Error & { code?: unknown }

/** The error itself, what it gathers (one per address that was tried), and its causes; no error is looked at twice. */
function unfold(error: unknown, seen = new Set<Failure>()): Failure[] {
  if (!(error instanceof Error) || seen.has(error)) return []
  seen.add(error)
  const gathered = error instanceof AggregateError ? error.errors : []
  return [error, ...[...gathered, error.cause].flatMap((inner) => unfold(inner, seen))]
}

const sentence = (text: string) => `${text.replace(/\s+/g, ' ').replace(/\.$/, '')}.`
