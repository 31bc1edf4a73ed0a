import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { canonicalJson, sha256 } from '../scoring/canonical-json.ts'
import { parsed, quoted } from './check.ts'

/** The texts that a leaf may name beside those that its score is computed from, by their names. */
export type More = Record<string, string>

/** What this release names, in the order in which it is shown. A leaf may name more: a later release made it. */
export const MORE_NAMES = ['run_id', 'reviewed_by', 'notes'] as const
type MoreName = (typeof MORE_NAMES)[number]

export const MORE_NAME_PATTERN = '^[a-z][a-z0-9_-]{0,63}$'
/** How many texts a leaf names at the most. */
export const MOST_NAMES = 64

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' })
const orNull = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()])

/**
 * What a leaf of the log says of a final score. Its hashes name texts that the log does not hold. Of version 2 it says
 * what the score weighs in the account manager's figures, too, and may name more texts, which a certificate carries: a
 * later release adds a name, and never a version.
 */
export type Statement = Said & ({ v: 1 } | Weight)

/** What leaves of version 2 say besides. */
type Weight = {
  v: 2
  /** The account manager's id; null without one. */
  am_id: number | null
  /** The orders of the month; null in revisions that 0.1.0 replaced. */
  orders: number | null
  /** The sha256 of further texts, by their names; left out without any. */
  more?: More
}

/** What leaves of all versions say. */
type Said = {
  kind: 'score'
  seller_code: string
  /** YYYY-MM */
  period: string
  revision: number
  /** to two decimals */
  total_sos: number
  /** its name */
  tier: string
  as_of: string
  finalized_at: string
  /** of the code that computed it, and of its three texts; null where they are not known any more */
  engine: string | null
  input_hash: string | null
  rules_sha256: string | null
  explanation_sha256: string | null
  /**
   * the rows behind its aggregates, by feed; null for a feed whose facts do not add up to the inputs any more, or for
   * all when nothing can be read
   */
  facts: Record<string, { rows: number; sha256: string } | null> | null
}

const CLOSED = { additionalProperties: false }
const FeedFacts = Type.Object({ rows: Type.Integer({ minimum: 0 }), sha256: Sha256 }, CLOSED)

const SAID = {
  kind: Type.Literal('score'),
  seller_code: Type.String({ minLength: 1 }),
  period: Type.String({ pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$' }),
  revision: Type.Integer({ minimum: 1 }),
  total_sos: Type.Number({ minimum: 0, maximum: 100 }),
  tier: Type.String({ minLength: 1 }),
  as_of: Time,
  finalized_at: Time,
  engine: orNull(Sha256),
  input_hash: orNull(Sha256),
  rules_sha256: orNull(Sha256),
  explanation_sha256: orNull(Sha256),
  facts: Type.Union([
    Type.Record(Type.String({ pattern: '^[a-z][a-z-]*$' }), Type.Union([FeedFacts, Type.Null()]), CLOSED),
    Type.Null(),
  ]),
}

const Count = Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()])

const Version1 = Type.Object({ ...SAID, v: Type.Literal(1) }, CLOSED)

const MoreHashes = Type.Record(Type.String({ pattern: MORE_NAME_PATTERN }), Sha256, {
  ...CLOSED,
  minProperties: 1,
  maxProperties: MOST_NAMES,
})

const Version2 = Type.Object(
  { ...SAID, v: Type.Literal(2), am_id: Count, orders: Count, more: Type.Optional(MoreHashes) },
  CLOSED,
)

/** No statement is longer: a leaf fits into an entry bundle. */
const MOST_BYTES = 65_535

/**
 * The text of a statement: canonical JSON, so that one statement has one text.
 * @throws RangeError that names the field which no statement has
 */
export function statementText(statement: Statement): string {
  const text = canonicalJson(statement)
  readStatement(text)
  return text
}

/** @throws RangeError that says why a text is no statement */
export function readStatement(text: string): Statement {
  if (Buffer.byteLength(text) > MOST_BYTES) throw new RangeError(`statement has at most ${MOST_BYTES} bytes`)
  const value = parsed('statement', text)
  const v = (value as { v?: unknown } | null)?.v
  const schema = v === 2 ? Version2 : Version1
  if (!Value.Check(schema, value)) {
    const error = Value.Errors(schema, value).First()
    const field =
      v !== undefined && v !== 1 && v !== 2 ? 'v' : error?.path.slice(1).replaceAll('/', '.') || 'it'
    throw new RangeError(`statement can't be read: ${field} is not as a statement has it`)
  }
  if (canonicalJson(value) !== text) throw new RangeError('statement must be canonical JSON')
  return value
}

/** The bytes of a text that are the leaf. @throws RangeError when they would not read as the same text again */
export function leafBytes(text: string): Uint8Array {
  if (!text.isWellFormed()) throw new RangeError(`the text ${quoted(text)} is not UTF-8`)
  return Buffer.from(text)
}

/** What of a score its leaf names by hash; null for what there is not. */
export type NamedValues = { run_id: number | null; reviewed_by: string | null; notes: string | null }

/** Whether the text of a name has a salt within: what people have written, or a name could be found by trying. */
export const isSalted = (name: MoreName): boolean => name !== 'run_id'

/**
 * The texts of what a leaf names: of the run's id its JSON, of what people have written the JSON of a salt and the
 * value. Each has a salt of its own, so that one that is shown says nothing of another.
 * @param salt of the leaf, in hex; without one there are no texts that need it
 */
export function moreTexts(values: NamedValues, salt: string | null): More {
  const texts: More = {}
  for (const name of MORE_NAMES) {
    const value = values[name]
    if (value === null) continue
    if (!isSalted(name)) texts[name] = canonicalJson(value)
    else if (salt !== null) texts[name] = canonicalJson({ salt: sha256(`${salt} ${name}`), value })
  }
  return texts
}

/** The hashes by which a leaf names texts. */
export const moreHashes = (texts: More): More =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, sha256(text)]))

/** The names of a leaf whose meaning this release does not know. */
export const unknownNames = (more: More): string[] =>
  Object.keys(more).filter((name) => !(MORE_NAMES as readonly string[]).includes(name))
