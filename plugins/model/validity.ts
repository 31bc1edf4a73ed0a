import { runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import { wilson } from '../../src/statistics/interval.ts'
import { type Ranking, rankingOf } from '../../src/statistics/ranking.ts'
import { monthsAsked } from './months-asked.ts'
import { rounded, shown } from './shared-schemas.ts'
import { addPair, createTally, type Tally } from './tally.ts'
import { FAILURES, pairsOf } from './validity-queries.ts'
import type { Outcome, Validity, validityRoute } from './validity-schemas.ts'

/** Fewer failures than these, or fewer others, carry no conclusion. */
const LEAST = 30

/** Reads the months one by one: of each only what its pairs add to the tally is held. */
export const getValidity: Handler<typeof validityRoute> = async ({ server, query }) => {
  const { outcome } = query
  const months = monthsAsked(server, query)
  const running = runningPeriod(server)
  const tally = createTally()
  for (const period of months) {
    const next = shiftPeriod(period, 1)
    if (next >= running) continue
    for (const pair of await readPairs(server.db, period, next, outcome)) addPair(tally, pair)
  }
  return { from: months[0] as string, to: months.at(-1) as string, outcome, ...figures(tally) }
}

async function readPairs(db: Sql, period: string, next: string, outcome: Outcome) {
  const rules = await scoringRulesOf(db, next)
  return pairsOf(db, { period, next, outcome, min_volume: minVolume(rules, FAILURES[outcome].metric) })
}

/** From how much on the metric has a value. */
function minVolume(rules: ScoringRules, metric: string): number {
  const records = [...rules['o-score'], ...rules['f-score'], ...rules['t-score']]
  return records.find((record) => record.metric === metric)?.min_volume ?? 1
}

function figures({ pairs, failures, left_out, good, bad, totals, tiers }: Tally) {
  const ranking = rankingOf([...totals.values()], { good: good.size, bad: bad.size })
  const highestFirst = [...tiers.values()].sort((a, b) => b.rank - a.rank)
  return {
    ...{ pairs, failures, sellers: new Set([...good, ...bad]).size, left_out },
    gini: ranking && rounded(ranking.gini),
    gini_low: ranking && rounded(ranking.low),
    gini_high: ranking && rounded(ranking.high),
    ks: ranking && rounded(ranking.ks),
    ks_by_chance: ranking && rounded(ranking.ks_by_chance),
    tiers: highestFirst.map(({ tier, pairs, failures }) => {
      const { low, high } = wilson(failures, pairs)
      const rate = rounded(failures / pairs)
      return { tier, pairs, failures, rate, rate_low: rounded(low), rate_high: rounded(high) }
    }),
    ...conclusion(pairs, failures, ranking),
  }
}

function conclusion(
  pairs: number,
  failures: number,
  ranking: Ranking | null,
): Pick<Validity, 'enough' | 'sentence'> {
  if (Math.min(failures, pairs - failures) < LEAST || !ranking)
    return {
      enough: false,
      sentence: `${failures} failures in ${pairs} pairs of months say nothing: ${LEAST} failures are needed, and as many others.`,
    }
  const { gini, low, high } = ranking
  const said = `Gini ${shown(gini)} (${shown(low)} to ${shown(high)})`
  if (low <= 0 && high >= 0)
    return { enough: false, sentence: `Chance may explain how the total ranks failures: ${said}.` }
  return gini > 0
    ? { enough: true, sentence: `The total ranks failures better than chance: ${said}.` }
    : { enough: true, sentence: `The total ranks failures the wrong way round: ${said}.` }
}
