import {
  broughtBy,
  broughtByChanges,
  type Effect,
  type ExplainedScore,
  effectsOf,
} from '../../scoring/effects.ts'
import {
  divide,
  HUNDRED,
  multiply,
  parse,
  type Rational,
  round,
  subtract,
  sum,
  ZERO,
} from '../../scoring/rational.ts'
import { inItsUnit } from '../../scoring/reason-sentences.ts'
import { metricCause, type Reason } from '../../scoring/reasons.ts'
import { plainly } from '../words/plainly.ts'

/** What one cause has added to a total since the one before, or taken from it: hundredths of a point. */
interface PartOfChange {
  /** null where it is no metric */
  metric: string | null
  name: string
  points: number
  sentence: string
}

/** The score that one is compared with, and its month, which may be another than the explanation of a final one names. */
export type ScoreBefore = ExplainedScore & { period: string }

/** A cause before it is rounded. */
interface Cause extends Omit<PartOfChange, 'points' | 'sentence'> {
  exact: Rational
  /** In words that agree with the points that are shown. */
  said: (points: number) => string
}

/**
 * What has moved a total since the one before: each metric by its own points, what appeals and exceptions did, and that
 * metrics weigh more or less than before. In hundredths the parts add up to the difference of both totals as they are
 * shown; what moved it most its way comes first.
 */
export function partsOfChange(
  score: ExplainedScore,
  before: ScoreBefore,
  totals: { now: number; before: number },
): PartOfChange[] {
  const [now, was] = [effectsOf(score), effectsOf(before)]
  const byName = new Map(was.map((effect) => [effect.metric.metric, effect]))
  const metrics = now.flatMap((effect) => {
    const old = byName.get(effect.metric.metric)
    return old ? [ofMetric(effect, old)] : []
  })
  const changes = [broughtByChanges(score), broughtByChanges(before)] as const
  const moved = sum(metrics.map(({ exact }) => exact))
  const all = subtract(sum(now.map(broughtBy)), sum(was.map(broughtBy)))
  const causes = [...metrics, ofChanges(...changes, before.period), ofWeights(now, was, subtract(all, moved))]
  const units = Math.round(100 * totals.now) - Math.round(100 * totals.before)
  const parts = shared(causes, units).toSorted((a, b) => a.points - b.points)
  return units > 0 ? parts.reverse() : parts
}

/**
 * What has moved a total most one way since the one before, 1 up and −1 down, as a reason of it: a metric, or what
 * appeals and exceptions bring now and before, and then the metric that has moved most after them. null where nothing
 * has. `change` is what the first of them has moved, in hundredths.
 */
export function movedMost(
  score: ExplainedScore,
  before: ScoreBefore,
  way: 1 | -1,
  currency?: string,
): Reason | null {
  const totals = { now: score.explanation.total.after, before: before.explanation.total.after }
  const parts = partsOfChange(score, before, totals)
    .filter(({ name, points }) => name !== WEIGHTS && way * points > 0)
    .toSorted((a, b) => way * (b.points - a.points))
  const [most] = parts
  if (!most) return null
  const first = parts.find(({ metric }) => metric)
  const [effect] = effectsOf(score, new Set(first?.metric ? [first.metric] : []))
  const cause = effect && metricCause(effect, score.explanation)
  const change = most.points
  if (cause && most === first) {
    const { code, metric, lost: points_lost } = cause
    return { code, metric, points_lost, change, sentence: plainly(cause.sentence(), currency) }
  }
  const next = cause && first ? ` ${first.name}: ${plainly(cause.sentence(), currency)}` : ''
  const points_lost = round(subtract(ZERO, broughtByChanges(score)), 6)
  return { code: 'X', metric: null, points_lost, change, sentence: `${most.sentence}${next}` }
}

/** By its own points, with the weight that it had before. */
function ofMetric({ metric, points }: Effect, before: Effect): Cause {
  const [value, old] = [metric, before.metric].map((one) => inItsUnit(one.metric, one.value ?? 0))
  return {
    metric: metric.metric,
    name: plainly(metric.metric),
    exact: divide(multiply(before.weight, subtract(points, before.points)), HUNDRED),
    said: () =>
      plainly(value === old ? `${value} as before, on another curve.` : `${value} instead of ${old}.`),
  }
}

const CHANGES = 'Appeals and exceptions'

function ofChanges(now: Rational, before: Rational, month: string): Cause {
  const after = round(now, 2)
  return {
    metric: null,
    name: CHANGES,
    exact: subtract(now, before),
    said: (points) =>
      `They brought ${told(after - points)} ${plainly(`in ${month}`)}, and ${told(after)} now.`,
  }
}

const told = (points: number) =>
  Math.abs(points) < 0.005 ? 'nothing' : `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(2)} points`

const WEIGHTS = 'Other weights'

/** What other weights brought: of the rules, or because there is data that there was not, or no more. */
function ofWeights(now: readonly Effect[], before: readonly Effect[], exact: Rational): Cause {
  const [come, gone] = [without(now, before), without(before, now)]
  const said = [
    ...(come.length > 0 ? [`Counted now and not before: ${come.join(', ')}.`] : []),
    ...(gone.length > 0 ? [`Counted before and not now: ${gone.join(', ')}.`] : []),
  ]
  const why = said.length > 0 ? 'So the others weigh more or less.' : 'The metrics weigh more or less.'
  return { metric: null, name: WEIGHTS, exact, said: () => plainly([...said, why].join(' ')) }
}

const without = (effects: readonly Effect[], others: readonly Effect[]) =>
  effects
    .map(({ metric }) => metric.metric)
    .filter((name) => !others.some((other) => other.metric.metric === name))

/** Rounds causes so that they add up to `units` hundredths: those that rounding moved most take what is left over. */
function shared(causes: readonly Cause[], units: number): PartOfChange[] {
  const parts = causes
    .filter(({ exact }) => exact.n !== 0n)
    .map((cause) => {
      const rounded = Math.round(100 * round(cause.exact, 2))
      return { cause, units: rounded, lost: round(subtract(cause.exact, divide(parse(rounded), HUNDRED)), 6) }
    })
  const rest = units - parts.reduce((all, part) => all + part.units, 0)
  const side = Math.sign(rest)
  parts.sort((a, b) => side * (b.lost - a.lost))
  for (let n = 0; n < Math.abs(rest) && parts.length > 0; n += 1) {
    const part = parts[n % parts.length]
    if (part) part.units += side
  }
  return parts
    .filter((part) => part.units !== 0)
    .map(({ cause: { metric, name, said }, units }) => {
      const points = units / 100
      return { metric, name, points, sentence: said(points) }
    })
}
