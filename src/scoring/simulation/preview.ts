import { prepareRules } from '../prepare-rules.ts'
import type { ScoringRules } from '../rules.ts'
import { type Score, scoreSeller } from '../score.ts'
import { readInputsAlone } from '../score-input.ts'

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
  /** those whose total or tier changes, the largest change first; not all of them */
  movers: Mover[]
}

const MOST_MOVERS = 20

/** Scores kept inputs under two sets of rules. @throws UnusableRules */
export function previewRules(
  texts: readonly string[],
  rules: { before: ScoringRules; after: ScoringRules },
): Preview {
  const [before, after] = [prepareRules(rules.before), prepareRules(rules.after)]
  const pairs = texts.flatMap((text) => {
    try {
      const input = readInputsAlone(text)
      const { seller_code } = input.seller
      return [{ seller_code, before: scoreSeller(before, input), after: scoreSeller(after, input) }]
    } catch {
      return [] // what other code has written may have any shape
    }
  })
  const rated = pairs.filter((pair) => pair.before.is_rated && pair.after.is_rated)
  return {
    sellers: pairs.length,
    unreadable: texts.length - pairs.length,
    mean_before: meanOf(rated.map((pair) => pair.before)),
    mean_after: meanOf(rated.map((pair) => pair.after)),
    migration: migrationOf(pairs),
    movers: moversOf(pairs),
  }
}

type Pair = { seller_code: string; before: Score; after: Score }

/** Totals have two decimals, so they are added as whole hundredths. */
const hundredths = ({ total_sos }: Score) => Math.round(total_sos * 100)

function meanOf(scores: Score[]): number | null {
  if (scores.length === 0) return null
  const sum = scores.reduce((sum, score) => sum + hundredths(score), 0)
  return Math.round(sum / scores.length) / 100
}

function migrationOf(pairs: Pair[]) {
  const groups = Map.groupBy(pairs, ({ before, after }) =>
    JSON.stringify([before.tier.name, after.tier.name]),
  )
  return [...groups.values()]
    .map((group) => ({ ...(group[0] as Pair), count: group.length }))
    .sort((a, b) => b.before.tier.rank - a.before.tier.rank || b.after.tier.rank - a.after.tier.rank)
    .map(({ before, after, count }) => ({ from: before.tier.name, to: after.tier.name, count }))
}

function moversOf(pairs: Pair[]): Mover[] {
  return pairs
    .map((pair) => ({ ...pair, delta: hundredths(pair.after) - hundredths(pair.before) }))
    .filter(({ before, after, delta }) => delta !== 0 || before.tier.name !== after.tier.name)
    .sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta) || (a.seller_code < b.seller_code ? -1 : 1))
    .slice(0, MOST_MOVERS)
    .map(({ seller_code, before, after, delta }) => ({
      seller_code,
      total_before: before.total_sos,
      total_after: after.total_sos,
      delta: delta / 100,
      tier_before: before.tier.name,
      tier_after: after.tier.name,
    }))
}
