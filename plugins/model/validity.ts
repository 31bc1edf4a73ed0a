import { Type } from '@sinclair/typebox'
import { runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import { ruleOf } from '../../src/feeds/feed.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { count, OneOf } from '../../src/platform/schemas/schemas.ts'
import type { AggregateName } from '../../src/scoring/aggregates.ts'
import { type Metric, metricNamed } from '../../src/scoring/metrics.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import { type Ranked, type Ranking, rankingOf } from '../../src/statistics/ranking.ts'
import { wilson } from '../../src/statistics/shares.ts'
import { audited, Figure, Maybe, monthsAsked, percent, rounded } from './shared.ts'

const OUTCOMES = ['late', 'overdue', 'tickets'] as const
type Outcome = (typeof OUTCOMES)[number]

const Outcome = (description: string) => OneOf([...OUTCOMES], { description, examples: ['late'] })

/** Reads the months one by one: of each only what its pairs add to the tally is held. */
export const getValidity = audited(
  'validity',
  {
    operationId: 'getModelValidity',
    summary: 'Whether a month’s total ranks the failures of the next month',
    description:
      'Of each seller with a rated score in a month and the metric in the next: late fails with less than 90 % on time, overdue with more than 30 days beyond terms, tickets with a ticket rate above 7. Gini (Somers’ D) is 1 when all that fail had a lower total than all that don’t, and 0 when totals say nothing. `enough` is false below 30 failures or 30 others, and when the interval holds 0. docs/model-audit.md.',
    sentence:
      'In 71 % of pairs (range 61 % to 80 %) the seller that failed had the lower total; guessing gives 50 %.',
  },
  { outcome: Outcome('What is a failure') },
  {
    outcome: Outcome('What is a failure'),
    pairs: count('Months of sellers with a rated total, and the metric in the next month', 564),
    failures: count('Those that failed', 61),
    sellers: count('Different sellers in the pairs', 190),
    left_out: count('Pairs whose next month kept no facts, because an earlier release scored it', 0),
    gini: Maybe('Somers’ D; null without failures, or with nothing else', 0.41),
    gini_low: Maybe('95 % interval by Hanley and McNeil, which counts sellers', 0.22),
    gini_high: Maybe('Its upper end', 0.6),
    ks: Maybe('The largest difference between the shares of failures and others up to a total', 0.37),
    ks_by_chance: Maybe('What chance alone passes once in twenty', 0.24),
    tiers: Type.Array(
      Type.Object({
        tier: Type.String({ examples: ['Silver'] }),
        pairs: count('Pairs whose month was in the tier', 210),
        failures: count('Those that failed', 12),
        rate: Figure('failures ÷ pairs', 0.0571),
        rate_low: Figure('95 % interval of it by Wilson', 0.033),
        rate_high: Figure('Its upper end', 0.0973),
      }),
      { description: 'By the tier of the month, highest first' },
    ),
  },
)(async ({ server, query }) => {
  const { outcome } = query
  const months = monthsAsked(server, query)
  const running = runningPeriod(server)
  const tally: Tally = {
    ...{ pairs: 0, failures: 0, left_out: 0 },
    ...{ good: new Set(), bad: new Set(), totals: new Map(), tiers: new Map() },
  }
  for (const period of months) {
    const next = shiftPeriod(period, 1)
    if (next >= running) continue
    const rules = await scoringRulesOf(server.db, next)
    for (const pair of await pairsOf(server.db, { period, next, outcome, rules })) addPair(tally, pair)
  }
  return { from: months[0] as string, to: months.at(-1) as string, outcome, ...figures(tally) }
})

/** Fewer failures than these, or fewer others, carry no conclusion. */
const LEAST = 30

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

function conclusion(pairs: number, failures: number, ranking: Ranking | null) {
  if (Math.min(failures, pairs - failures) < LEAST || !ranking)
    return {
      enough: false,
      sentence: `${failures} failures in ${pairs} pairs of months are not enough: at least ${LEAST} failures and ${LEAST} others are needed.`,
    }
  const { gini, low, high } = ranking
  const said = `In ${share(gini)} of pairs (range ${share(low)} to ${share(high)}) the seller that failed had the lower total; guessing gives 50 %`
  if (low <= 0 && high >= 0) return { enough: false, sentence: `${said}: that may be chance.` }
  return { enough: true, sentence: gini > 0 ? `${said}.` : `${said}: the wrong way round.` }
}

/** A Gini as the share of pairs of one that fails and one that does not in which the total tells which is which. */
const share = (gini: number) => percent((1 + gini) / 2)

/** What pairs of months come to. It grows with the different totals and sellers, not with the months. */
interface Tally {
  pairs: number
  failures: number
  left_out: number
  /** The sellers with a month that did not fail, and those with one that did. */
  good: Set<number>
  bad: Set<number>
  totals: Map<number, Ranked>
  /** By the name of the tier of the first month. */
  tiers: Map<string, { tier: string; rank: number; pairs: number; failures: number }>
}

function addPair(tally: Tally, { seller_id, total_sos: value, tier_name, tier_rank, failed }: Pair) {
  if (failed === null) {
    tally.left_out += 1
    return
  }
  const total = tally.totals.get(value) ?? { value, good: 0, bad: 0 }
  const tier = tally.tiers.get(tier_name) ?? { tier: tier_name, rank: tier_rank, pairs: 0, failures: 0 }
  const side = failed ? 'bad' : 'good'
  tally[side].add(seller_id)
  total[side] += 1
  for (const counts of [tally, tier]) {
    counts.pairs += 1
    counts.failures += Number(failed)
  }
  tally.totals.set(value, total)
  tally.tiers.set(tier_name, tier)
}

/** A seller's month, and whether the next one failed; null when nothing is kept of that. */
interface Pair {
  seller_id: number
  total_sos: number
  tier_name: string
  tier_rank: number
  failed: boolean | null
}

interface Failure {
  metric: string
  volume: AggregateName
  /** Compares numerator and denominator, which is above 0. */
  fails: string
}

/** What fails, of the aggregates as `inputs` keep them. */
const FAILURES: Record<Outcome, Failure> = {
  late: { metric: 'on_time_ready_rate', volume: 'ready_due', fails: '100 * numerator < 90 * denominator' },
  overdue: { metric: 'days_beyond_terms', volume: 'invoices', fails: 'numerator > 30 * denominator' },
  tickets: { metric: 'seller_ticket_rate', volume: 'orders', fails: '100 * numerator > 7 * denominator' },
}

/** The rated scores of a month whose seller has the metric in the next one, or may have it. */
function pairsOf(
  db: Sql,
  { period, next, outcome, rules }: { period: string; next: string; outcome: Outcome; rules: ScoringRules },
) {
  const { metric, volume, fails } = FAILURES[outcome]
  const { reads, rows } = metricNamed(metric) as Metric
  return db.rows<Pair>(
    `with pair as (
       select a.seller_id, a.total_sos, a.tier_name, a.tier_rank, e.inputs::jsonb as inputs
       from ${COUNTED_SCORES} a
         join ${COUNTED_SCORES} b on b.seller_id = a.seller_id and b.period = $2
         left join score_explanations e
           on e.seller_id = b.seller_id and e.period = b.period and e.revision = b.revision
       where a.period = $1 and a.is_rated
     ), read as materialized (
       select seller_id, total_sos, tier_name, tier_rank, inputs is null as is_unknown,
              (inputs->'aggregates'->>'${rows.numerator}')::numeric as numerator,
              (inputs->'aggregates'->>'${rows.denominator}')::numeric as denominator,
              (inputs->'aggregates'->>'${volume}')::numeric as volume,
              ${reads.map((feed) => `(inputs->'feeds_in_use'->>'${feed}')::boolean`).join(' and ')} as in_use
       from pair
     )
     select seller_id, total_sos, tier_name, tier_rank, case when not is_unknown then ${fails} end as failed
     from read
     where is_unknown or in_use and denominator > 0 and volume >= $3::numeric`,
    [period, next, ruleOf(rules, metric)?.min_volume ?? 1],
  )
}
