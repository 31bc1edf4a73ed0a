import { canonicalJson, sha256 } from './canonical-json.ts'
import { COMPONENTS, type Component, RULE_TYPE_OF } from './components.ts'
import { type Curve, prepareCurve } from './curve.ts'
import { METRICS, type Metric } from './metrics.ts'
import { wordKey } from './open-word.ts'
import { parse, type Rational, sum } from './rational.ts'
import type { RuleRecord } from './rules.ts'
import { scoringProblem } from './scoring-problem.ts'
import {
  ownFields,
  SCORING_SCHEMAS,
  type ScoringRecords,
  type ScoringRules,
  type ScoringType,
  withContent,
} from './scoring-rules.ts'
import { prepareTiers, type Tiers } from './tier.ts'

export type PreparedMetric = {
  metric: Metric
  rule: RuleRecord<'p-score'>
  curve: Curve
  weight: Rational
  min_volume: Rational
}
export type PreparedComponent = { component: Component; metrics: PreparedMetric[]; total_weight: Rational }
export type RecordReference = { id: number; version: number }

/** A record that is chosen by contract type, with the sha256 of its fields. */
export type Chosen<T extends ScoringType> = { record: RuleRecord<T>; sha256: string }
export type Weights = Chosen<'score-weights'> & { of: Record<Component, Rational> }

/** The rules of a run, read once for all its sellers. */
export type PreparedRules = {
  components: PreparedComponent[]
  tiers: Tiers
  weights: Map<string | null, Weights>
  grace: Map<string | null, Chosen<'grace-period'>>
  /** the records that every seller's score is made with */
  shared: Omit<Record<ScoringType, RecordReference[]>, 'score-weights' | 'grace-period'>
  shared_sha256: string
}

/** Thrown for records that no score can be made with; the message names type, field and reason. */
export class UnusableRules extends Error {
  override name = 'UnusableRules'
}

/**
 * Makes the effective records of a period ready for scoring. Their order does not matter.
 * @throws UnusableRules
 */
export function prepareRules(ruleSet: ScoringRules): PreparedRules {
  const problem = scoringProblem(ruleSet)
  if (problem) throw new UnusableRules(problem)
  const { 'score-weights': weights, 'grace-period': grace, ...shared } = byId(ruleSet)
  return {
    components: COMPONENTS.map((component) => prepareComponent(component, shared[RULE_TYPE_OF[component]])),
    tiers: prepareTiers(shared.tiers),
    weights: new Map(weights.map((record) => [contractKey(record.contract_type), prepareWeights(record)])),
    grace: new Map(
      grace.map((record) => [
        contractKey(record.contract_type),
        { record, sha256: sha256(canonicalJson(record)) },
      ]),
    ),
    shared: mapValues(shared, (records) => records.map(reference)),
    shared_sha256: sha256(canonicalJson(shared)),
  }
}

/** The record for a contract type, an open word, or the one for all. */
export function forContract<R>(records: Map<string | null, R>, contractType: string | null): R {
  const record = records.get(contractKey(contractType)) ?? records.get(null)
  if (!record) throw new UnusableRules('contract_type: no record is for all contract types')
  return record
}

const contractKey = (contractType: string | null) => contractType && wordKey(contractType)

export const reference = ({ id, version }: RecordReference): RecordReference => ({ id, version })

/** The records as scoring needs them: their own fields only, in order of id. */
function byId(ruleSet: ScoringRecords): ScoringRecords {
  const own = (type: ScoringType, records: readonly RuleRecord<ScoringType>[]) =>
    records.map((record) => ownFields(SCORING_SCHEMAS[type], record)).sort((a, b) => a.id - b.id)
  return mapValues(withContent(ruleSet), (records, type) => own(type, records)) as ScoringRecords
}

function prepareComponent(component: Component, rules: RuleRecord<'p-score'>[]): PreparedComponent {
  const metrics = METRICS.flatMap((metric) =>
    rules.filter((rule) => rule.metric === metric.name).map((rule) => prepareMetric(metric, rule)),
  )
  return { component, metrics, total_weight: sum(metrics.map(({ weight }) => weight)) }
}

const prepareMetric = (metric: Metric, rule: RuleRecord<'p-score'>): PreparedMetric => ({
  metric,
  rule,
  curve: prepareCurve(rule.curve),
  weight: parse(rule.weight),
  min_volume: parse(rule.min_volume),
})

const prepareWeights = (record: RuleRecord<'score-weights'>): Weights => ({
  record,
  sha256: sha256(canonicalJson(record)),
  of: Object.fromEntries(
    COMPONENTS.map((component) => [component, parse(record[component])]),
  ) as Weights['of'],
})

const mapValues = <K extends string, A, B>(object: Record<K, A>, change: (value: A, key: K) => B) =>
  Object.fromEntries(
    Object.entries<A>(object).map(([key, value]) => [key, change(value, key as K)]),
  ) as Record<K, B>
