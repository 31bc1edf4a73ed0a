import { changedSentence, insteadOf } from './changed-sentences.ts'
import {
  broughtBy,
  broughtByChanges,
  type Effect,
  type ExplainedScore,
  effectsOf,
  isChanged,
  losingMost,
  lostBy,
  weightWithoutData,
} from './effects.ts'
import type { Explanation } from './explanation.ts'
import { METRICS } from './metrics.ts'
import { type Rational, round, subtract, ZERO } from './rational.ts'
import { metricSentence, NO_DATA } from './reason-sentences.ts'
import { tierSentence } from './sentences.ts'

const METRIC_CODES = new Map(METRICS.map(({ name, code }) => [name, code]))

/**
 * What can take points from a score, or with X bring some: its metrics, X exceptions and appeals, N no data, G a gate
 * of the tier.
 */
export const REASON_CODES = [...METRIC_CODES.values(), 'X', 'N', 'G']

/**
 * What took points from a total, or brought some where `points_lost` is below zero; both numbers in points of the
 * total, to 6 decimals.
 */
export type Reason = {
  code: string
  /** null for X, N and G */
  metric: string | null
  points_lost: number
  /** what it brings now less what it brought to the previous score; null without a previous score */
  change: number | null
  sentence: string
}

/** The reasons of a score; with `rest` they add up to what the total lacks to 100, and to the total's change. */
export type Reasons = {
  points_lost_total: number
  change_total: number | null
  reasons: Reason[]
  rest: { points_lost: number; change: number | null }
}

const MOST = 4

/** What may become a reason; `lost` as it is shown. */
type Cause = {
  code: string
  metric: string | null
  lost: number
  brought: () => Rational
  sentence: () => string
}

/**
 * Why a total is what it is: at most four reasons, most points lost first; equals keep the order of the documentation.
 * X has a place whenever exceptions or appeals changed the total, so it is the last where they brought points. What
 * decided the tier stands before them: G when the total was enough for the next tier and a component was not, N when
 * there was too little data. `previous` is the score that the trend compares with; null when there is none, or it
 * can't be had.
 */
export function reasonsOf(score: ExplainedScore, previous: ExplainedScore | null): Reasons {
  const { explanation } = score
  const tier = decidedTier(explanation)
  const chosen = [...tier, ...ranked(score, MOST - tier.length)]
  const before = previous && broughtBefore(previous, chosen)
  const reasons = chosen.map(({ code, metric, lost, brought, sentence }) => ({
    code,
    metric,
    points_lost: lost,
    change: before && round(subtract(brought(), before.get(code) ?? ZERO), 6),
    sentence: sentence(),
  }))
  const points_lost_total = less(100, [explanation.total.after])
  const change_total = previous && less(explanation.total.after, [previous.explanation.total.after])
  const [lost, changes] = [reasons.map((one) => one.points_lost), reasons.map((one) => one.change ?? 0)]
  return {
    points_lost_total,
    change_total,
    reasons,
    rest: {
      points_lost: less(points_lost_total, lost),
      change: change_total === null ? null : less(change_total, changes),
    },
  }
}

/** What is left of a number; all have at most 6 decimals. */
const less = (number: number, parts: number[]) =>
  Math.round(parts.reduce((left, part) => left - part, number) * 1e6) / 1e6 + 0

/** What took most points, so many at the most, the most first, and always what exceptions and appeals did. */
function ranked(score: ExplainedScore, most: number): Cause[] {
  const { explanation } = score
  const changed = changes(score)
  const causes = effectsOf(score, losingMost(explanation, most)).map((one) => metricCause(one, explanation))
  const isWithoutMetrics = explanation.tier.is_rated && causes.length === 0
  const losing = [...causes, ...(isWithoutMetrics ? [noData(explanation)] : [])]
    .filter(({ lost }) => lost > 0)
    .sort(byLost)
  return [...losing.slice(0, most - changed.length), ...changed].sort(byLost)
}

const byLost = (a: Cause, b: Cause) => b.lost - a.lost

/** What a metric takes from a total. */
export const metricCause = (effect: Effect, explanation: Explanation): Cause => ({
  code: codeOf(effect),
  metric: effect.metric.metric,
  lost: round(lostBy(effect), 6),
  brought: () => broughtBy(effect),
  sentence: () => metricSentence(effect, insteadOf(explanation, effect.metric.component)),
})

const noData = (explanation: Explanation): Cause => ({
  code: 'N',
  metric: null,
  lost: round(weightWithoutData(explanation), 6),
  brought: () => ZERO,
  sentence: () => (explanation.tier.is_rated ? NO_DATA : tierSentence(explanation)),
})

function changes(score: ExplainedScore): Cause[] {
  const { explanation } = score
  if (!isChanged(explanation)) return []
  const brought = broughtByChanges(score)
  const lost = round(subtract(ZERO, brought), 6)
  if (Math.abs(lost) <= OF_ROUNDING) return []
  const sentence = () => changedSentence(explanation, lost)
  return [{ code: 'X', metric: null, lost, brought: () => brought, sentence }]
}

/** What the rounding of the total and of points to 6 decimals can come to. */
const OF_ROUNDING = 0.000002

/** What decided the tier beside the total. */
function decidedTier(explanation: Explanation): Cause[] {
  const { is_rated, next } = explanation.tier
  if (!is_rated) return [noData(explanation)]
  if (!next || next.points_missing > 0 || next.components_below.length === 0) return []
  const sentence = () => tierSentence(explanation)
  return [{ code: 'G', metric: null, lost: 0, brought: () => ZERO, sentence }]
}

/** What the same causes brought to another score, by code; nothing where it is not named. */
function broughtBefore(score: ExplainedScore, causes: readonly Cause[]): Map<string, Rational> {
  const metrics = new Set(causes.flatMap(({ metric }) => metric ?? []))
  const brought = effectsOf(score, metrics).map((effect) => [codeOf(effect), broughtBy(effect)] as const)
  return new Map([...brought, ['X', broughtByChanges(score)]])
}

const codeOf = ({ metric: { metric } }: Effect) => METRIC_CODES.get(metric) ?? metric
