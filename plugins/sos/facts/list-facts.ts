import type { FastifyInstance } from 'fastify'
import type { FactsAsked, Feed } from '../../../src/feeds/feed.ts'
import { countFacts, type Fact, listFacts } from '../../../src/feeds/rows-queries.ts'
import { elapsedDays, type ScoredMonth } from '../../../src/feeds/scored-month.ts'
import {
  aggregateFacts,
  type FeedWithSums,
  isScored,
  knownOrders,
  type OrdersOfSellers,
} from '../../../src/feeds/sums-queries.ts'
import { offsetOf } from '../../../src/platform/database/statements/page.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { type Aggregates, readAggregates } from '../../../src/scoring/aggregates.ts'
import { RULE_TYPE_OF } from '../../../src/scoring/components.ts'
import type { LeftOut } from '../../../src/scoring/left-out.ts'
import { type Metric, metricNamed } from '../../../src/scoring/metrics.ts'
import { round } from '../../../src/scoring/rational.ts'
import type { Rule, ScoringRules } from '../../../src/scoring/rules.ts'
import { knownExplanation } from '../scores/explain.ts'
import { rowSaid } from './row-words.ts'
import type { FactsRoute } from './schemas.ts'

/** The rows behind a metric, seen as the score's run saw them: with its as_of and its rules. */
export const listMetricFacts: Handler<FactsRoute> = async (request) => {
  const { server, params, query } = request
  const { metric, page, limit } = query
  const { seller, score, stored, explanation, rules } = await knownExplanation(request, params.seller_code, {
    period: query.period,
  })
  const { period } = score
  const { month_start, as_of, as_of_date, counting } = stored
  const time_zone = server.env.BUSINESS_TIMEZONE
  const month = { period, month_start, as_of, as_of_date, counting, time_zone }
  const aggregates =
    (await aggregateFacts(server.db, [seller.id], month, rules, server.feeds)).get(seller.id) ?? {}
  const asked = metricOf(metric)
  const sellers = [seller.id]
  const orders = knownOrders(sellers, () => Number(aggregates.orders ?? 0))
  const rows = []
  for (const of of rowsOfMetric(server.feeds, asked))
    rows.push({ ...of, size: await countFacts(server.db, of.feed, { sellers, month, rules }, orders) })
  const curve = curveOf(rules, asked)
  const isMoreBetter = (curve[0]?.[1] ?? 0) < (curve.at(-1)?.[1] ?? 0)
  const scored = explanation.metrics.find((explained) => explained.metric === metric)
  return {
    seller_code: seller.seller_code,
    period,
    metric,
    as_of,
    ...amountsOf(metric, aggregates, month),
    scored: { numerator: scored?.numerator ?? 0, denominator: scored?.denominator ?? 0 },
    data: await slice(server, asked, rows, orders, {
      sellers,
      month,
      rules,
      isMoreBetter,
      limit,
      offset: offsetOf(query),
    }),
    total: rows.reduce((total, { size }) => total + size, 0),
    page,
    limit,
  }
}

/** What the facts, as they are stored now, make of a metric. */
function amountsOf(name: string, aggregates: Aggregates, month: ScoredMonth) {
  const reading = metricOf(name).read(readAggregates(aggregates, elapsedDays(month)))
  return { numerator: round(reading.numerator, 6), denominator: round(reading.denominator, 6) }
}

function metricOf(name: string) {
  const metric = metricNamed(name)
  if (!metric) throw new RangeError(`${name} is no metric`)
  return metric
}

/** What a metric's values bring by the rules of the run. */
function curveOf(rules: ScoringRules, { component, name }: Metric): Rule<'p-score'>['curve'] {
  const records: readonly Rule<'p-score'>[] = rules[RULE_TYPE_OF[component]]
  return records.find(({ metric }) => metric === name)?.curve ?? []
}

/** Why a row is left out, if it is. */
function leftOutOf(leftOut: Fact['left_out'], of: LeftOut | undefined) {
  const left_out = of && leftOut[of]
  return left_out ? { left_out } : {}
}

/** `limit` facts from `offset` on, of one feed after the other. */
async function slice(
  { db, env }: FastifyInstance,
  metric: Metric,
  rows: (MetricRows & { size: number })[],
  orders: OrdersOfSellers,
  asked: FactsAsked & { sellers: number[]; limit: number; offset: number; isMoreBetter: boolean },
) {
  const { isMoreBetter } = asked
  const facts = []
  let { offset, limit } = asked
  for (const { feed, size, numerator, denominator } of rows) {
    if (offset < size && limit > 0) {
      const costly = { numerator, denominator, isMoreBetter }
      const found = await listFacts(db, feed, { ...asked, offset, limit }, orders, costly)
      limit -= found.length
      for (const { counted, left_out, costs, ...record } of found) {
        const added = {
          numerator: numerator ? Number(counted[numerator]) : 0,
          denominator: denominator ? Number(counted[denominator]) : 0,
          ...leftOutOf(left_out, metric.leaves_out?.what),
        }
        const said = rowSaid(metric, added, env.CURRENCY)
        facts.push({ fact: feed.scored.line.fact, ...added, said, costs, record })
      }
    }
    offset = Math.max(0, offset - size)
  }
  return facts
}

/** The facts of one feed behind a metric, and what a fact adds to its numerator and denominator; null: nothing. */
interface MetricRows {
  feed: FeedWithSums
  /** The names in `counted`. */
  numerator: string | null
  denominator: string | null
}

/** The facts behind a metric: of the feed that its numerator is of, then of that of its denominator. */
function rowsOfMetric(feeds: readonly Feed[], { rows }: Metric): MetricRows[] {
  const { numerator, denominator } = rows
  const read = new Set([feedWith(feeds, numerator), feedWith(feeds, denominator)])
  return [...read].map((feed) => ({
    feed,
    numerator: has(feed, numerator) ? numerator : null,
    denominator: has(feed, denominator) ? denominator : null,
  }))
}

const has = ({ scored: { sums, amounts = {} } }: FeedWithSums, name: string) =>
  name in sums || name in amounts

function feedWith(feeds: readonly Feed[], name: string): FeedWithSums {
  const feed = feeds.filter(isScored).find((one) => has(one, name))
  if (!feed) throw new RangeError(`No feed adds ${name} up`)
  return feed
}
