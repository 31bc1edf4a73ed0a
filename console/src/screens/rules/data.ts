import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { $api, COMPONENTS, type Component, type Schemas } from '../../api/client.ts'
import { useMay, useMe } from '../../api/me.ts'
import { Refusal } from '../../api/refusal.ts'
import { inUnit, monthOf, plural, sentences, textOf } from '../../ui/format.ts'
import { nameOf } from '../../ui/names.ts'
import type { Curve } from './curve.ts'

export type Kind = Schemas['ConfigType']
export type RuleType = Kind['type']
/** What a rule says, without its dates. */
export type Fields = Record<string, unknown>
export type Rule = Fields &
  Pick<
    Schemas['OScoreRule'],
    'id' | 'version' | 'identity' | 'in_force' | 'effective_from' | 'effective_to' | 'updated_at'
  >
export type Change = Schemas['ConfigDraftChange']

const lasting = { staleTime: Infinity }
const all = { params: { query: { limit: 500 } } }
export const kinds = $api.queryOptions('get', '/api/config/types', {}, lasting)
export const metrics = $api.queryOptions('get', '/api/config/metrics', {}, lasting)
/** The drafts that are not adopted yet. */
export const drafts = {
  ...$api.queryOptions('get', '/api/config/drafts', all),
  select: ({ data }: Schemas['ListedConfigDraftPage']) =>
    data.filter(({ adopted_at }) => adopted_at === null),
}

/** Its page. */
export const ruleAt = (type: string, id: number | 'new') =>
  ({ to: '/rules/$type/$id', params: { type, id: String(id) } }) as const

/** All types have the same operations: what is asked of one stands for what is asked of each. */
export const oneAt = (type: RuleType) => `/api/config/${type}/{id}` as '/api/config/o-score/{id}'

export const rulesOf = (type: RuleType) => ({
  ...$api.queryOptions('get', `/api/config/${type}` as '/api/config/o-score', all),
  select: ({ data }: { data: unknown }) => data as Rule[],
  placeholderData: keepPreviousData,
})

export const versionsOf = (type: RuleType, id: number) => ({
  ...$api.queryOptions('get', `${oneAt(type)}/history` as '/api/config/o-score/{id}/history', {
    params: { path: { id }, query: { limit: 100 } },
  }),
  select: ({ data }: { data: unknown }) => data as Version[],
})

/** A version of a rule, with who wrote it. */
export type Version = Rule &
  Pick<Schemas['OScoreRuleVersion'], 'updated_by' | 'updated_by_name' | 'draft_id' | 'draft_name'>

export const preview = (change: Change) =>
  $api.queryOptions('post', '/api/config/preview', { body: { changes: [change] } }, lasting)

export type Previewed = Schemas['PreviewConfigChangesAnswer']

/** From which tier to which others sellers go. */
export const tierChanges = (migration: Previewed['migration']) =>
  migration.filter(({ from, to }) => from !== to)

/** How many sellers would change tier, in words. */
export function howMany({ migration, sellers, period }: Previewed) {
  const total = tierChanges(migration).reduce((sum, { count }) => sum + count, 0)
  return `In ${monthOf(period)} ${total ? `${plural(total, 'seller')} of ${sellers}` : 'nobody'} would change tier`
}

/** Whether a preview of a month can show what a change of this type does. */
export const isPreviewed = (type: RuleType) =>
  ['score-weights', 'tiers', ...COMPONENTS.map((component) => component.replace('_', '-'))].includes(type)

const DATES = ['effective_from', 'effective_to']

/** What a kind of rule consists of, by the names of its fields. */
export const ownFields = ({ fields }: Kind) => fields.filter(({ name }) => !DATES.includes(name))

/** The words of rules: kinds, metrics, and what their fields are called and measured in. */
export function useWords() {
  const { currency } = useMe()
  const allKinds = useQuery(kinds)
  const allMetrics = useQuery(metrics)
  const metricOf = (code: unknown) => allMetrics.data?.data.find(({ metric }) => metric === code)
  const kindOf = (type?: string) => allKinds.data?.data.find((one) => one.type === type)

  /** What a rule is called: its metric, its tier, its category. */
  const titleOf = (identity: string, name?: unknown) =>
    metricOf(identity)?.label ??
    (identity === '*'
      ? String(name ?? 'All others')
      : /^[a-z][a-z0-9_-]*$/.test(identity)
        ? nameOf(identity)
        : identity)

  const unitOf = (field: string, rule: Fields) =>
    ({
      above: metricOf(rule.metric)?.unit,
      min_volume: metricOf(rule.metric)?.counts,
      percent: 'percent',
      reply_hours: 'hours',
      resolve_hours: 'hours',
      amount: currency,
      per_point: currency,
      cap: currency,
    })[field] ?? undefined

  /** A field’s value as people read it. */
  function say(field: string, value: unknown, rule: Fields): string {
    if (field === 'curve' && Array.isArray(value)) {
      const unit = metricOf(rule.metric)?.unit ?? ''
      return (value as Curve).map(([x, y]) => `${valueIn(x, unit)}\u00a0→\u00a0${y}`).join(', ')
    }
    if (field === 'params')
      return (
        Object.entries(value ?? {})
          .map(([name, one]) => `${paramLabel(rule.metric, name)} ${textOf(one)}`)
          .join(', ') || '–'
      )
    if (typeof value === 'number') return inUnit(value, unitOf(field, rule) ?? '')
    return typeof value === 'string' && /^[a-z][a-z_]+$/.test(value)
      ? (metricOf(value)?.label ?? nameOf(value))
      : textOf(value)
  }
  const paramLabel = (metric: unknown, name: string) =>
    metricOf(metric)?.params.find((one) => one.name === name)?.label ?? nameOf(name)

  return { query: allKinds, kindOf, metricOf, titleOf, unitOf, say }
}

export type Words = ReturnType<typeof useWords>

/** What the weights of the components add up to, of a rule that says all of them; they have to be 100. */
export const weightsOf = (fields: Fields) =>
  COMPONENTS.every((one) => typeof fields[one] === 'number')
    ? Math.round(100 * COMPONENTS.reduce((sum, one) => sum + Number(fields[one]), 0)) / 100
    : undefined

/** What a change is about: the rule that it replaces, adds or ends; a draft has one change of it. */
export function subjectOf({ type, fields, identity }: Change, { kindOf, titleOf }: Words) {
  const kind = kindOf(type)
  const own = identity ?? String(fields?.[kind?.identity ?? ''] ?? '*')
  return { kind, identity: own, key: `${type} ${own}`, title: titleOf(own, fields?.name) }
}

/** From when on a rule counts; what was there before the first month has no beginning. */
export const since = (from: string, periods: { period: string }[]) =>
  periods.some(({ period }) => period < from) ? `from ${monthOf(from)} on` : 'from the beginning'

/** What comes after a rule. */
export const nextOf = ({ identity, effective_from }: Rule, all: Rule[]) =>
  all.find((one) => one.identity === identity && one.effective_from > effective_from)

/** The months of a rule where these are not all: when it begins, and what comes after it. */
export function monthsOf(rule: Rule, all: Rule[], periods: { period: string }[]) {
  const { effective_from, effective_to } = rule
  const next = nextOf(rule, all)
  return sentences(
    periods.some(({ period }) => period < effective_from) && `From ${monthOf(effective_from)} on.`,
    next
      ? `Another version from ${monthOf(next.effective_from)} on.`
      : effective_to && `Ends after ${monthOf(effective_to)}.`,
  )
}

/** Few facts name a fault: the service takes the change once somebody has read that, and sends it again. */
export const acceptOf = (error: unknown) =>
  error instanceof Refusal && error.code === 'few_faults' ? { accept: ['few_faults' as const] } : undefined

/** A value of a curve, with its unit where that is short. */
export const valueIn = (x: number, unit: string) => (suffixOf(unit) ? inUnit(x, unit) : textOf(x))

/** The unit behind a number, where there is room for it. */
export const suffixOf = (unit?: string | null) =>
  unit === 'percent' ? ' %' : unit && unit.length < 8 ? ` ${unit}` : undefined

/** Names the feeds that a component is made of; none to who may not read the rules. */
export function useFeedsOf() {
  const known = useQuery({ ...metrics, enabled: useMay('config.read') }).data?.data ?? []
  return (component: Component) => [
    ...new Set(known.filter((one) => one.component === component).flatMap(({ reads }) => reads)),
  ]
}
