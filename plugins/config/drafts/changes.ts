import { type Static, Type } from '@sinclair/typebox'
import type { ErrorObject } from 'ajv'
import { codeOfKeyword } from '../../../src/platform/http/errors/error-codes.ts'
import { badRequest, invalidField } from '../../../src/platform/http/errors/problems.ts'
import { checkOf, sentence } from '../../../src/platform/http/requests/validation.ts'
import { readObject } from '../../../src/platform/schemas/lenient.ts'
import { Closed, ignoring, JsonObject, OneOf, Text } from '../../../src/platform/schemas/schemas.ts'
import { changeRules, identityOfChange, type RuleChange } from '../../../src/scoring/draft-rules.ts'
import { identityNamed } from '../../../src/scoring/in-force.ts'
import { rulesProblem } from '../../../src/scoring/rule-set.ts'
import {
  RULE_SCHEMAS,
  RULE_TYPES,
  type Rule,
  type RuleSet,
  type RuleType,
} from '../../../src/scoring/rules.ts'
import { creatable, readable, requireDerived, withDerived } from '../derived.ts'
import { READ_ONLY } from '../schemas.ts'

/** One change holds at most a curve of fifty points and some texts. */
const MOST_BYTES = 8_192

/** All changes together: so much JSON is parsed and stringified in a few milliseconds. */
const MOST_BYTES_IN_ALL = 262_144

const Change = Closed({
  type: OneOf([...RULE_TYPES], {
    description: 'The type of the configuration record',
    examples: ['o-score'],
  }),
  op: OneOf(['put', 'remove'], {
    description: 'put: replaces the record of the same kind, or adds one; remove: ends it',
    examples: ['put'],
  }),
  fields: Type.Optional(
    JsonObject({
      maxBytes: MOST_BYTES,
      description: 'Of a put: the fields of the record, as POST /api/config/<type> takes them, without dates',
      examples: [
        {
          metric: 'on_time_ready_rate',
          weight: 40,
          min_volume: 30,
          curve: [
            [80, 0],
            [99, 100],
          ],
        },
      ],
    }),
  ),
  identity: Type.Optional(
    Text(100, {
      description:
        'Of a remove: the metric, name, surcharge type, category or contract type (* for all) of the record',
    }),
  ),
})
export type GivenChange = Static<typeof Change>

/** Changes as a draft and a preview take them. */
export const Changes = Type.Array(Change, {
  maxItems: 200,
  'x-max-bytes': MOST_BYTES_IN_ALL,
  description: 'At most one change of each record, 256 KiB in all; judged as a whole set',
})

/**
 * Judges changes as a whole set, in their order: the fields of each as a new record of its type, then what all of them
 * make of the rules. Answers them with every field filled in, and these rules.
 * @throws 400 that names the change, or says why the rules would be unusable
 */
export function judgeChanges(present: RuleSet, given: readonly GivenChange[]) {
  const changes: RuleChange[] = []
  const known = new Map<string, number>()
  let sofar = present // with the changes before, one by one: to make all again for each would take seconds
  for (const [index, one] of given.entries()) {
    const change = changeOf(one, index, sofar)
    const key = `${change.type} ${identityOfChange(change)}`
    const twin = known.get(key)
    if (twin !== undefined)
      throw badRequest('duplicate_value', `changes[${index}] is about the same as changes[${twin}] (${key})`)
    known.set(key, index)
    changes.push(change)
    sofar = changed(sofar, change, index)
  }
  const rules = changeRules(present, changes)
  const problem = rulesProblem(rules)
  if (problem) throw badRequest('rules_unusable', problem)
  if (changes.some(({ type }) => type === 'tiers')) requireRisingRanks(rules.tiers)
  return { changes, rules }
}

function changeOf({ type, op, fields, identity }: GivenChange, index: number, rules: RuleSet): RuleChange {
  const path = `changes[${index}]`
  if (op === 'remove') {
    if (fields !== undefined) throw invalidField(`${path}.fields is for put, not for remove`)
    if (identity === undefined) throw badRequest('field_required', `${path}.identity is required`)
    return { type, op, identity: identityNamed(type, identity) }
  }
  if (identity !== undefined)
    throw invalidField(`${path}.identity is for remove: the fields of a put say what it is about`)
  if (fields === undefined) throw badRequest('field_required', `${path}.fields is required`)
  const filledIn = withDerived(type, readFields(type, fields, index), rules[type])
  requireDerived(type, filledIn, `${path}.fields.`)
  return { type, op, fields: filledIn } as RuleChange
}

function changed(rules: RuleSet, change: RuleChange, index: number) {
  try {
    return changeRules(rules, [change])
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw badRequest('unknown_reference', `changes[${index}]: ${error.message}`)
  }
}

/**
 * Refuses tiers of which a higher one has no higher rank, because ranks say who drops and rises. A draft is asked to
 * mend them only when it changes tiers.
 * @throws 400 that names the two tiers
 */
function requireRisingRanks(tiers: readonly Pick<Rule<'tiers'>, 'name' | 'rank' | 'min_score'>[]) {
  const rated = tiers
    .flatMap(({ name, rank, min_score }) => (min_score === null ? [] : [{ name, rank, min_score }]))
    .sort((a, b) => a.min_score - b.min_score)
  for (const [index, tier] of rated.entries()) {
    const below = rated[index - 1]
    if (below && below.rank >= tier.rank)
      throw badRequest(
        'rules_unusable',
        `tiers: rank must rise with min_score, but "${below.name}" from ${below.min_score} has rank ${below.rank} and "${tier.name}" from ${tier.min_score} rank ${tier.rank}`,
      )
  }
}

/** What a record shows beside its own fields: a draft has no dates, and a record that was read may be sent whole. */
const NOT_OWN = [...READ_ONLY, 'is_active', 'effective_from', 'effective_to']

const SCHEMAS = Object.fromEntries(
  RULE_TYPES.map((type) => {
    const fields = creatable(type, readable(RULE_SCHEMAS[type].properties))
    return [type, ignoring(Closed(fields), ...NOT_OWN)]
  }),
)

/**
 * Reads the own fields of a new record of a type as POST /api/config/<type> does, defaults filled in.
 * @param index which of the changes they are of
 * @throws 400 that names the field
 */
function readFields(type: RuleType, given: Record<string, unknown>, index: number) {
  if (given.is_active === false)
    throw invalidField(`changes[${index}].fields.is_active must be true: remove ends a record`)
  const fields = readObject(SCHEMAS[type], given) as Record<string, unknown>
  const check = checkOf(SCHEMAS[type] as object)
  if (check(fields)) return fields
  const errors = check.errors as ErrorObject[]
  const placed = errors.map((error) => ({
    ...error,
    instancePath: `/changes/${index}/fields${error.instancePath}`,
  }))
  throw badRequest(codeOfKeyword(errors[0]?.keyword), sentence(placed))
}
