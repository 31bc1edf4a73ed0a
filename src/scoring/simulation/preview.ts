import { type PreparedRules, prepareRules } from '../prepare-rules.ts'
import { round } from '../rational.ts'
import type { ScoringRules } from '../rules.ts'
import { type MeasuredSeller, measureSeller, scoreMeasured } from '../score.ts'
import { readInputsAlone } from '../score-input.ts'

const MOST_MOVERS = 20
const MOST_VALUES = 100

/** Kept inputs, the rules to score them under, and the metrics whose values are asked for. */
interface PreviewInput {
  texts: readonly string[]
  before: ScoringRules
  after: ScoringRules
  metrics?: readonly string[]
}

/**
 * Runs in a thread, too. Scores kept inputs under two sets of rules: how many `sellers` there are and how many texts this code can't score, the
 * mean totals of those rated both times (null without any), how many have which tier before and after, the highest
 * first, those who stay too, the `movers`, and of each metric that is asked for what sellers have, the lowest first, of
 * many as many, evenly among all.
 * @throws UnusableRules
 */
export default function previewRules({ texts, metrics = [], ...rules }: PreviewInput) {
  const [before, after] = [prepareRules(rules.before), prepareRules(rules.after)]
  const pairs = texts.flatMap((text) => pairOf(text, before, after, metrics))
  const rated = pairs.filter(isRated)
  return {
    sellers: pairs.length,
    unreadable: texts.length - pairs.length,
    mean_before: meanOf(rated.map((pair) => pair.before)),
    mean_after: meanOf(rated.map((pair) => pair.after)),
    migration: migrationOf(pairs),
    movers: moversOf(pairs),
    values: metrics.map((metric, i) => ({
      metric,
      values: someOf(pairs.flatMap(({ values }) => values[i] ?? [])),
    })),
  }
}

/** What is kept of a score. A score itself holds all that it was made of: of thousands that is much to collect. */
type Standing = { hundredths: number; is_rated: boolean; tier: string; rank: number }
type Pair = { seller_code: string; before: Standing; after: Standing; values: (number | null)[] }

const changesTier = ({ before, after }: Pair) => before.tier !== after.tier
const isRated = ({ before, after }: Pair) => before.is_rated && after.is_rated

function pairOf(text: string, before: PreparedRules, after: PreparedRules, metrics: readonly string[]) {
  try {
    const input = readInputsAlone(text)
    const { seller_code } = input.seller
    const measured = measureSeller(after, input)
    const values = metrics.map((metric) => measuredOf(measured, metric))
    const standings = {
      before: standingOf(before, measureSeller(before, input)),
      after: standingOf(after, measured),
    }
    return [{ seller_code, ...standings, values }]
  } catch {
    return [] // what other code has written may have any shape
  }
}

/** Totals have two decimals, so they are compared and added as whole hundredths. */
function standingOf(rules: PreparedRules, measured: MeasuredSeller): Standing {
  const { total_sos, is_rated, tier } = scoreMeasured(rules, measured)
  return { hundredths: Math.round(total_sos * 100), is_rated, tier: tier.name, rank: tier.rank }
}

function measuredOf({ components }: MeasuredSeller, metric: string): number | null {
  const found = components
    .flatMap(({ measurements }) => measurements)
    .find(({ rule }) => rule.metric.name === metric)
  return found?.value ? round(found.value, 6) : null
}

function someOf(values: number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  const step = Math.max(1, sorted.length / MOST_VALUES)
  return Array.from(
    { length: Math.min(sorted.length, MOST_VALUES) },
    (_, i) => sorted[Math.floor((i + 0.5) * step)] as number,
  )
}

function meanOf(standings: Standing[]): number | null {
  if (standings.length === 0) return null
  const sum = standings.reduce((sum, { hundredths }) => sum + hundredths, 0)
  return Math.round(sum / standings.length) / 100
}

function migrationOf(pairs: Pair[]) {
  const groups = Map.groupBy(pairs, ({ before, after }) => JSON.stringify([before.tier, after.tier]))
  return [...groups.values()]
    .map((group) => ({ ...(group[0] as Pair), count: group.length }))
    .sort((a, b) => b.before.rank - a.before.rank || b.after.rank - a.after.rank)
    .map(({ before, after, count }) => ({ from: before.tier, to: after.tier, count }))
}

/** Whose total or tier changes: rated both times before others, other tiers first, then the largest change; not all. */
function moversOf(pairs: Pair[]) {
  return pairs
    .map((pair) => ({ ...pair, delta: pair.after.hundredths - pair.before.hundredths }))
    .filter(({ before, after, delta }) => delta !== 0 || before.tier !== after.tier)
    .sort(
      (a, b) =>
        Number(isRated(b)) - Number(isRated(a)) ||
        Number(changesTier(b)) - Number(changesTier(a)) ||
        Math.abs(b.delta) - Math.abs(a.delta) ||
        (a.seller_code < b.seller_code ? -1 : 1),
    )
    .slice(0, MOST_MOVERS)
    .map(({ seller_code, before, after, delta }) => ({
      seller_code,
      total_before: before.hundredths / 100,
      total_after: after.hundredths / 100,
      delta: delta / 100,
      tier_before: before.tier,
      tier_after: after.tier,
    }))
}
