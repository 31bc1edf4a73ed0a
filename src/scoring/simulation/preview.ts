import { type PreparedRules, prepareRules } from '../prepare-rules.ts'
import type { ScoringRules } from '../rules.ts'
import { scoreSeller } from '../score.ts'
import { readInputsAlone, type ScoreInput } from '../score-input.ts'

/** What becomes of one seller; `delta` is the change of the total. */
export type Mover = {
  seller_code: string
  total_before: number
  total_after: number
  delta: number
  tier_before: string
  tier_after: string
}

/** What other rules would have made of scores. */
export type Preview = {
  /** how many were scored */
  sellers: number
  /** texts that this code can't score */
  unreadable: number
  /** mean totals of those who are rated both times; null without any */
  mean_before: number | null
  mean_after: number | null
  /** how many have which tier before and after, the highest first; those who stay are in it too */
  migration: { from: string; to: string; count: number }[]
  /** those whose total or tier changes: rated both times before others, the largest change first; not all of them */
  movers: Mover[]
}

const MOST_MOVERS = 20

/** Scores kept inputs under two sets of rules. @throws UnusableRules */
export function previewRules(
  texts: readonly string[],
  rules: { before: ScoringRules; after: ScoringRules },
): Preview {
  const [before, after] = [prepareRules(rules.before), prepareRules(rules.after)]
  const pairs = texts.flatMap((text) => pairOf(text, before, after))
  const rated = pairs.filter(isRated)
  return {
    sellers: pairs.length,
    unreadable: texts.length - pairs.length,
    mean_before: meanOf(rated.map((pair) => pair.before)),
    mean_after: meanOf(rated.map((pair) => pair.after)),
    migration: migrationOf(pairs),
    movers: moversOf(pairs),
  }
}

/** What is kept of a score. A score itself holds all that it was made of: of thousands that is much to collect. */
type Standing = { hundredths: number; is_rated: boolean; tier: string; rank: number }
type Pair = { seller_code: string; before: Standing; after: Standing }

const isRated = ({ before, after }: Pair) => before.is_rated && after.is_rated

function pairOf(text: string, before: PreparedRules, after: PreparedRules): Pair[] {
  try {
    const input = readInputsAlone(text)
    const { seller_code } = input.seller
    return [{ seller_code, before: standingOf(before, input), after: standingOf(after, input) }]
  } catch {
    return [] // what other code has written may have any shape
  }
}

/** Totals have two decimals, so they are compared and added as whole hundredths. */
function standingOf(rules: PreparedRules, input: ScoreInput): Standing {
  const { total_sos, is_rated, tier } = scoreSeller(rules, input)
  return { hundredths: Math.round(total_sos * 100), is_rated, tier: tier.name, rank: tier.rank }
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

function moversOf(pairs: Pair[]): Mover[] {
  return pairs
    .map((pair) => ({ ...pair, delta: pair.after.hundredths - pair.before.hundredths }))
    .filter(({ before, after, delta }) => delta !== 0 || before.tier !== after.tier)
    .sort(
      (a, b) =>
        Number(isRated(b)) - Number(isRated(a)) ||
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
