import { canonicalJson } from '../scoring/canonical-json.ts'
import { quoted, readJson } from './check.ts'
import { MORE_NAME_PATTERN, MOST_NAMES, type More } from './statement.ts'

export const CERTIFICATE_FORMAT = 'sos-certificate/1'

/** All that one score is proven by. Every field is a text, taken as it is: its bytes are what was hashed. */
export type Certificate = {
  format: typeof CERTIFICATE_FORMAT
  /** the leaf of the log (statement.ts) */
  statement: string
  /** what the score was computed from, as it was kept; its sha256 is `input_hash` */
  inputs: string
  /** the rules of its run; their sha256 is `rules_sha256` */
  rules: string
  /** how it came about; its sha256 is `explanation_sha256` */
  explanation: string
  /** where the leaf stands in the log (log/checkpoint.ts), with the signed checkpoint */
  proof: string
  /** further texts that the leaf names (moreTexts), by their names; what its reader may not see is left out */
  more?: More
}

// Their types are those of the engine; named here, they would take it into the declarations of the package.
/** The text of a run's rules (ScoringRules) that a statement names by its hash. */
export const rulesText = (rules: object): string => canonicalJson(rules)

/** The text of an Explanation that a statement names by its hash. */
export const explanationText = (explanation: object): string => canonicalJson(explanation)

/** No certificate is longer, in bytes of JSON. */
export const MOST_CERTIFICATE_BYTES = 1_000_000

const FIELDS = ['format', 'statement', 'inputs', 'rules', 'explanation', 'proof']
const NAME = new RegExp(MORE_NAME_PATTERN)

/** @throws RangeError that says why a value is no certificate */
export function readCertificate(value: unknown): Certificate {
  if (!isObject(value)) throw new RangeError('a certificate is a JSON object')
  const { more = {}, ...given } = value
  const unknown = Object.keys(given).find((name) => !FIELDS.includes(name))
  if (unknown !== undefined) throw new RangeError(`${quoted(unknown)} is no field of a certificate`)
  const lengths = FIELDS.map((name) => lengthOf(name, given[name]))
  if (!isObject(more)) throw new RangeError('more must be an object of texts')
  const texts = Object.entries(more)
  if (texts.length > MOST_NAMES) throw new RangeError(`more has at most ${MOST_NAMES} texts`)
  for (const [name, text] of texts) {
    if (!NAME.test(name)) throw new RangeError(`${quoted(name)} is no name of a text`)
    lengths.push(lengthOf(`more.${name}`, text))
  }
  if (lengths.reduce((sum, length) => sum + length) > MOST_CERTIFICATE_BYTES) throw tooLong()
  if (given.format !== CERTIFICATE_FORMAT)
    throw new RangeError(`format must be ${CERTIFICATE_FORMAT}, not ${quoted(String(given.format))}`)
  return value as Certificate
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function lengthOf(name: string, text: unknown): number {
  if (typeof text !== 'string' || !text.isWellFormed()) throw new RangeError(`${name} must be a text`)
  return text.length
}

const tooLong = () => new RangeError(`a certificate has at most ${MOST_CERTIFICATE_BYTES} bytes`)

/** The certificate that a JSON text holds. @throws RangeError that says why it is none */
export function parseCertificate(json: string): Certificate {
  if (json.length > MOST_CERTIFICATE_BYTES) throw tooLong()
  const value = readJson(json)
  if (value === undefined) throw new RangeError('a certificate is JSON')
  return readCertificate(value)
}
