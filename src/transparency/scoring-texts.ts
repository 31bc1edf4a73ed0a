import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { Value, ValueErrorType } from '@sinclair/typebox/value'
import { COMPONENTS } from '../scoring/components.ts'
import { type AppealExplanation, appealsOf, type Explanation } from '../scoring/explanation.ts'
import { FIRST_TYPES, SCORING_SCHEMAS, SCORING_TYPES, type ScoringRules } from '../scoring/scoring-rules.ts'
import { parsed, short } from './check.ts'

// The engine computes with whatever it is given: a number such as 1e999999999 in the wrong place would take it minutes.
// So what a certificate brings is looked at before.

/** A decimal as inputs keep it: no exponent, and no more digits than facts add up to. */
const Amount = Type.String({ pattern: '^-?\\d{1,60}(?:\\.\\d{1,60})?$' })
/** The name of a sum or a feed: a release may have added it that this one does not know. */
const NAME = '^[a-z][a-z0-9_-]{0,63}$'
const named = <Schema extends TSchema>(schema: Schema, maxProperties: number) =>
  Type.Record(Type.String({ pattern: NAME }), schema, { additionalProperties: false, maxProperties })
const MOST_SUMS = 1000
const MOST_FEEDS = 100
const Day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })
const Word = Type.Union([Type.String(), Type.Null()])

const Inputs = Type.Object(
  {
    aggregates: named(Amount, MOST_SUMS),
    elapsed_days: Type.Integer({ minimum: 0, maximum: 31 }),
    exceptions: Type.Array(
      Type.Object({
        id: Type.Integer(),
        exception_type: Type.String(),
        score_component_affected: Word,
        adjustment_rule: Type.Unknown(),
        reason: Word,
        effective_from: Day,
        effective_to: Type.Union([Day, Type.Null()]),
      }),
      { maxItems: 1000 },
    ),
    feeds_in_use: named(Type.Boolean(), MOST_FEEDS),
    period: Type.String({ pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$' }),
    previous: Type.Union([Type.Object({ period: Type.String(), total_sos: Type.Number() }), Type.Null()]),
    records: Type.Object({ grace: Type.String(), shared: Type.String(), weights: Type.String() }),
    seller: Type.Object({
      contract_start_date: Type.Union([Day, Type.Null()]),
      contract_type: Word,
      created_on: Day,
      seller_code: Type.String(),
    }),
  },
  { additionalProperties: false },
)

/** Each appeal computes those before it again. */
const MOST_APPEALS = 100

const Score = Type.Number({ minimum: 0, maximum: 100 })

const Appeal = Type.Object(
  {
    component: Type.Union(COMPONENTS.map((name) => Type.Literal(name))),
    raw_before: Score,
    raw_after: Score,
    raw_given: Type.Boolean(),
    had_data: Type.Boolean(),
    total_before: Score,
    total_after: Score,
    total_given: Type.Boolean(),
    sentence: Type.String(),
  },
  { additionalProperties: false },
)

const Appeals = Type.Object({
  appeal: Type.Optional(Appeal),
  earlier_appeals: Type.Optional(Type.Array(Appeal, { maxItems: MOST_APPEALS - 1 })),
})

/** Records of a type that a set of rules may have. */
const MOST_RECORDS = 1000

/**
 * The kinds of values that fields have: lists are curves, objects params. Their limits are not asked for: a record may be
 * older than a limit.
 */
const KINDS: Record<string, TSchema> = {
  array: Type.Array(Type.Tuple([Type.Number(), Type.Number()]), { maxItems: 1000 }),
  boolean: Type.Boolean(),
  integer: Type.Number(),
  null: Type.Null(),
  number: Type.Number(),
  object: Type.Record(Type.String(), Type.Number()),
  string: Type.String(),
}

/** Records with the fields that are known now; one that a release has added may be absent. */
function recordsOf({ properties, required = [] }: TObject) {
  const fields = Object.entries(properties).map(([name, { type }]) => {
    const kind = Type.Union([type].flat().map((one: string) => KINDS[one] as TSchema))
    return [name, required.includes(name) ? kind : Type.Optional(kind)] as const
  })
  const record = { id: Type.Integer(), version: Type.Integer(), ...Object.fromEntries(fields) }
  return Type.Array(Type.Object(record, { additionalProperties: false }), { maxItems: MOST_RECORDS })
}

const types = SCORING_TYPES.map((type) => {
  const records = recordsOf(SCORING_SCHEMAS[type])
  return [type, FIRST_TYPES.has(type) ? records : Type.Optional(records)] as const
})

const Rules = Type.Object(
  { ...Object.fromEntries(types), helpdesk_before: Type.Optional(Type.Unknown()) },
  { additionalProperties: false },
)

/** The rules of a certificate. @throws RangeError that says why a text holds none */
export function readRules(text: string): ScoringRules {
  const rules = parsed('rules', text)
  requireShape('rules', Rules, rules)
  return rules as ScoringRules
}

/** @throws RangeError when a text holds no inputs */
export const requireInputs = (text: string): void => requireShape('inputs', Inputs, parsed('inputs', text))

/** The appeals that an explanation tells of, oldest first. @throws RangeError when it says it in another way */
export function readAppeals(explanation: unknown): AppealExplanation[] {
  requireShape('explanation', Appeals, explanation)
  return appealsOf(explanation as Explanation)
}

/** A later release may have added something: without knowing it, nothing can be computed. */
function requireShape(name: string, schema: TSchema, value: unknown) {
  if (Value.Check(schema, value)) return
  const { path, type } = Value.Errors(schema, value).First() ?? { path: '' }
  const at = name + short(path.replaceAll('/', '.'))
  throw new RangeError(
    type === ValueErrorType.ObjectAdditionalProperties
      ? `${at} is not known to this release`
      : `${at} is not as a score has it`,
  )
}
