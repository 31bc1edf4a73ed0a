import { type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { badRequest, invalidField } from '../../src/platform/http/errors/problems.ts'
import { readAs } from '../../src/platform/schemas/schemas.ts'
import { RULE_TYPE_OF } from '../../src/scoring/components.ts'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import { METRICS } from '../../src/scoring/metrics.ts'
import { documentedWord } from '../../src/scoring/open-word.ts'
import { unknownMetric } from '../../src/scoring/rule-checks.ts'
import { KNOWN_WORDS } from '../../src/scoring/rule-fields.ts'
import { AM_METRICS } from '../../src/scoring/rule-set.ts'
import type { RuleType } from '../../src/scoring/rules.ts'

type Fields = Record<string, unknown>

/** A field that a new record may leave out. */
interface Derived {
  /** What it is then, as the documentation says it. */
  says: string
  /** The same as a value; `effective` are the records of its first month. undefined: it must be given */
  of(given: Fields, effective: readonly Fields[]): unknown
}

const CURVE_TYPES = ['p-score', 'o-score', 't-score', 'f-score', 'i-score', 'am-kpi-weight'] as const

/** What each type derives when a new record leaves it out. */
const DERIVED: Partial<Record<RuleType, Record<string, Derived>>> = {
  'score-weights': { name: nameOfContract() },
  tiers: {
    rank: {
      says: 'the rank of the tier of that name, else one above the tier below it; 0 for the unrated tier',
      of: rankOf,
    },
  },
  ...Object.fromEntries(CURVE_TYPES.map((type) => [type, { curve: curveOf(type) }])),
  surcharge: {
    reason: {
      says: 'a sentence made of surcharge_type and metric',
      of: ({ surcharge_type, metric }) => `${capital(words(surcharge_type))} by ${words(metric)}`,
    },
  },
  'am-bonus-penalty': {
    name: { says: 'the name of the present band of that min_kpi, else “From” and min_kpi', of: nameOfBand },
  },
  'grace-period': { name: nameOfContract() },
  helpdesk: { reply_hours: hoursOf('reply_hours'), resolve_hours: hoursOf('resolve_hours') },
}

/** The fields of a new record with those that it left out. Which ones can't be derived stay out. */
export function withDerived(type: RuleType, given: Fields, effective: readonly Fields[]): Fields {
  const missing = Object.entries(DERIVED[type] ?? {}).filter(([name]) => given[name] === undefined)
  const derived = missing.map(([name, { of }]) => [name, of(given, effective)] as const)
  return { ...given, ...Object.fromEntries(derived.filter(([, value]) => value !== undefined)) }
}

/** @throws 400 that names a field, below `path`, which was left out and can't be derived */
export function requireDerived(type: RuleType, fields: Fields, path = '') {
  const missing = Object.keys(DERIVED[type] ?? {}).find((name) => fields[name] === undefined)
  if (!missing) return
  if (missing !== 'curve') throw badRequest('field_required', `${path}${missing} is required`)
  const metric = String(fields.metric)
  const unknown = unknownMetric(metric, metricsOf(type))
  if (unknown) throw invalidField(`${path}${unknown}`)
  throw badRequest('field_required', `${path}curve is required: a new service has none for ${metric}`)
}

/** The metrics that records of a type may name. */
export const metricsOf = (type: RuleType): readonly string[] =>
  type === 'am-kpi-weight'
    ? AM_METRICS
    : METRICS.filter(({ component }) => RULE_TYPE_OF[component] === type).map(({ name }) => name)

function nameOfContract(): Derived {
  return { says: 'the contract_type, or Standard', of: ({ contract_type }) => contract_type ?? 'Standard' }
}

function curveOf(type: (typeof CURVE_TYPES)[number]): Derived {
  const rules: readonly { metric: string; curve: unknown }[] = defaultRules[type]
  return {
    says: 'the curve that a new service has for the metric',
    of: ({ metric }) => rules.find((rule) => rule.metric === metric)?.curve,
  }
}

function hoursOf(name: 'reply_hours' | 'resolve_hours'): Derived {
  return {
    says: 'that of the category’s present record, else that of *',
    of: ({ category }, effective) =>
      [category, '*']
        .map((wanted) => effective.find((rule) => rule.category === wanted)?.[name])
        .find(Boolean),
  }
}

function nameOfBand({ min_kpi }: Fields, effective: readonly Fields[]) {
  if (min_kpi === undefined) return undefined
  return effective.find((band) => band.min_kpi === min_kpi)?.name ?? `From ${min_kpi}`
}

function rankOf({ name, min_score }: Fields, effective: readonly Fields[]) {
  if (min_score === null) return 0
  const tiers = effective as readonly { name: string; rank: number; min_score: number | null }[]
  const present = tiers.find((tier) => tier.name === name)
  if (present) return present.rank
  const below = tiers.filter((tier) => tier.min_score !== null && tier.min_score < Number(min_score))
  return Math.max(0, ...below.map(({ rank }) => rank)) + 1
}

const words = (text: unknown) => String(text).replaceAll('_', ' ')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const eachField = (own: TProperties, made: (name: string, field: TSchema) => TSchema): TProperties =>
  Object.fromEntries(Object.entries(own).map(([name, field]) => [name, made(name, field)]))

/** The fields of a type as a caller writes them: a known word is read in any spelling. */
export const readable = (own: TProperties) =>
  eachField(own, (name, field) => {
    const known = KNOWN_WORDS[name]
    const read = (value: unknown) =>
      typeof value === 'string' && value.trim() !== '' && known ? documentedWord(known, value) : value
    return known ? readAs(field, read) : field
  })

/** The own fields of a new record: some are derived when they are left out. */
export const creatable = (type: RuleType, own: TProperties) =>
  eachField(own, (name, field) => {
    const says = DERIVED[type]?.[name]?.says
    return says ? Type.Optional({ ...field, description: `${field.description}. Default: ${says}` }) : field
  })

/** The own fields of a change: one that is not sent has no default, because it stays as it is. */
export const changeable = (own: TProperties) =>
  eachField(own, (_, { default: __, ...field }) => field as TSchema)
