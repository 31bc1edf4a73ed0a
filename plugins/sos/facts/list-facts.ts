import type { FastifyInstance } from 'fastify'
import type { FactsAsked, Feed } from '../../../src/feeds/feed.ts'
import { countFacts, listFacts } from '../../../src/feeds/rows-queries.ts'
import { elapsedDays } from '../../../src/feeds/scored-month.ts'
import { aggregateFacts, type FeedWithSums, isScored, knownOrders } from '../../../src/feeds/sums-queries.ts'
import { offsetOf } from '../../../src/platform/database/statements/records.ts'
import type { Handler } from '../../../src/platform/http/route.ts'
import { type Aggregates, readAggregates } from '../../../src/scoring/aggregates.ts'
import { RULE_TYPE_OF } from '../../../src/scoring/components.ts'
import { type Metric, metricNamed } from '../../../src/scoring/metrics.ts'
import { round } from '../../../src/scoring/rational.ts'
import type { Rule, ScoringRules } from '../../../src/scoring/rules.ts'
import { knownExplanation } from '../scores/explain.ts'
import { rowSaid } from './row-words.ts'
import type { FactsRoute } from './schemas.ts'

/** The rows behind a metric, seen as the score's run saw them: with its as_of and its rules. */
export const listMetricFacts: Handler<FactsRoute> = async (request) => {
  const { server, params, query } = request
  const { metric: name, period: of, page, limit } = query
  const { score, explained, rules } = await knownExplanation(request, params.seller_code, { period: of })
  const { seller_id, seller_code, period, month_start, as_of, as_of_date, counting } = score
  const time_zone = server.env.BUSINESS_TIMEZONE
  const month = { period, month_start, as_of, as_of_date, counting, time_zone }
  const metric = metricNamed(name) as Metric
  const sellers = [seller_id]
  const sums = (await aggregateFacts(server.db, sellers, month, rules, server.feeds)).get(seller_id) ?? {}
  const now = metric.read(readAggregates(sums, elapsedDays(month)))
  const scored = explained.explanation.metrics.find((one) => one.metric === name)
  return {
    ...{ seller_code, period, metric: name, as_of },
    numerator: round(now.numerator, 6),
    denominator: round(now.denominator, 6),
    scored: { numerator: scored?.numerator ?? 0, denominator: scored?.denominator ?? 0 },
    ...(await pageOfFacts(server, metric, { sellers, month, rules, limit, offset: offsetOf(query) }, sums)),
    ...{ page, limit },
  }
}

/** `limit` facts from `offset` on, of one feed after the other, and how many there are. */
async function pageOfFacts(
  { db, env, feeds }: FastifyInstance,
  metric: Metric,
  asked: FactsAsked & { sellers: number[]; rules: ScoringRules; limit: number; offset: number },
  sums: Aggregates,
) {
  const orders = knownOrders(asked.sellers, () => Number(sums.orders ?? 0))
  const curve = curveOf(asked.rules, metric)
  const isMoreBetter = (curve[0]?.[1] ?? 0) < (curve.at(-1)?.[1] ?? 0)
  const data = []
  let total = 0
  let { offset, limit } = asked
  for (const { feed, numerator, denominator } of rowsOfMetric(feeds, metric)) {
    const size = await countFacts(db, feed, asked, orders)
    if (offset < size && limit > 0) {
      const costly = { numerator, denominator, isMoreBetter }
      const found = await listFacts(db, feed, { ...asked, offset, limit }, orders, costly)
      limit -= found.length
      for (const { counted, left_out: leftOut, costs, ...record } of found) {
        const left_out = metric.leaves_out && leftOut[metric.leaves_out.what]
        const added = {
          numerator: numerator ? Number(counted[numerator]) : 0,
          denominator: denominator ? Number(counted[denominator]) : 0,
          ...(left_out && { left_out }),
        }
        const said = rowSaid(metric, added, env.CURRENCY)
        data.push({ fact: feed.scored.line.fact, ...added, said, costs, record })
      }
    }
    total += size
    offset = Math.max(0, offset - size)
  }
  return { data, total }
}

/** What a metric's values bring by the rules of the run. */
function curveOf(rules: ScoringRules, { component, name }: Metric): Rule<'p-score'>['curve'] {
  const records: readonly Rule<'p-score'>[] = rules[RULE_TYPE_OF[component]]
  return records.find(({ metric }) => metric === name)?.curve ?? []
}

/**
 * The feeds of the facts behind a metric, that of its numerator first, with the names in `counted` of what a fact adds to
 * numerator and denominator; null: nothing.
 */
function rowsOfMetric(feeds: readonly Feed[], { rows: { numerator, denominator } }: Metric) {
  const has = ({ scored: { sums, amounts = {} } }: FeedWithSums, name: string) =>
    name in sums || name in amounts
  const feedWith = (name: string) => feeds.filter(isScored).find((feed) => has(feed, name)) as FeedWithSums
  return [...new Set([numerator, denominator].map(feedWith))].map((feed) => ({
    feed,
    numerator: has(feed, numerator) ? numerator : null,
    denominator: has(feed, denominator) ? denominator : null,
  }))
}
