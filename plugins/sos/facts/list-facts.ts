import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { areFactsDeleted } from '../../../src/domain/facts/retention-deletions.ts'
import { MetricName } from '../../../src/domain/scores/score-schemas.ts'
import { SCORE } from '../../../src/domain/sellers/seller-name.ts'
import { money, readable } from '../../../src/domain/words/plainly.ts'
import { type FactsAsked, type Feed, ruleOf } from '../../../src/feeds/feed.ts'
import { countFacts, listFacts } from '../../../src/feeds/rows-queries.ts'
import { elapsedDays } from '../../../src/feeds/scored-month.ts'
import { aggregateFacts, type FeedWithSums, isScored, knownOrders } from '../../../src/feeds/sums-queries.ts'
import { offsetOf } from '../../../src/platform/database/statements/records.ts'
import { endpoint } from '../../../src/platform/http/route.ts'
import {
  Closed,
  OneOf,
  Period,
  Timestamp,
  WholeList,
  WholeListQuery,
} from '../../../src/platform/schemas/schemas.ts'
import { type Aggregates, readAggregates } from '../../../src/scoring/aggregates.ts'
import { LEFT_OUT_SAID } from '../../../src/scoring/fault-words.ts'
import { REASONS, type Reason } from '../../../src/scoring/left-out.ts'
import { METRICS, type Metric, metricNamed } from '../../../src/scoring/metrics.ts'
import { round } from '../../../src/scoring/rational.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { knownExplanation } from '../scores/explain.ts'
import { OF_OTHER_CODE, params, sellerCode } from '../scores/schemas.ts'

const FORMATS: Record<string, object> = { day: { format: 'date' }, instant: { format: 'date-time' } }

/** A row: it has the columns of its kind, and CSV has one for each column of all kinds. */
function Fact(feeds: readonly Feed[]) {
  const scored = feeds.filter(isScored).map(({ scored }) => scored)
  const forms = Object.assign(
    {},
    ...scored.map(({ line, list }) => ({ ...line.columns, ...line.where_set, ...list.forms })),
  )
  const columns = scored.flatMap(({ list }) => list.columns.split(', '))
  return Type.Object({
    fact: OneOf(
      scored.map(({ line }) => line.fact),
      { examples: ['order'] },
    ),
    numerator: Type.Number({ description: 'What the row adds to the numerator', examples: [1] }),
    denominator: Type.Number({ description: 'What the row adds to the denominator', examples: [1] }),
    left_out: Type.Optional(
      OneOf([...REASONS], {
        description:
          'By whose fault the row is left out of the metric: it adds nothing. `nobody`: it names none. Absent where it is not',
        examples: ['operator'],
      }),
    ),
    said: Type.String({
      description:
        'What the row adds, for people: in the unit of the metric, or Yes or No where it is counted',
      examples: ['Yes'],
    }),
    costs: Type.Boolean({
      description:
        'Whether it costs points: it counts and adds nothing where more is better, or adds something where less is',
      examples: [false],
    }),
    record: Type.Object(
      Object.fromEntries(
        [...columns, 'warehouse_name'].map((name) => [
          name,
          Type.Optional(Type.Unknown(FORMATS[forms[name]])),
        ]),
      ),
      { additionalProperties: true, description: 'The columns that matter, as they are stored now' },
    ),
  })
}

/** The rows behind a metric, seen as the score's run saw them: with its as_of and its rules. */
export const listMetricFacts = (feeds: readonly Feed[]) =>
  endpoint('GET', `${SCORE}/facts`, 'seller-scores.read', {
    operationId: 'listScoreFacts',
    summary: 'The rows behind a metric of a score',
    description:
      'Every row that the metric looked at, and what it adds to numerator and denominator, as of the instant at which the score’s run looked; those that cost points come first, then those that count, of each feed. The rows of all pages add up to `numerator` and `denominator`; for forecast_bias the numerator is the absolute value of the sum. `scored` is what the score was made with: it differs when facts arrived after the run, and is 0 ÷ 0 of a metric without a rule, which counted in no score.',
    params,
    querystring: Closed({
      period: Type.Optional(Period({ description: 'Default: the most recent period with a score' })),
      metric: OneOf(
        METRICS.map(({ name }) => name),
        { examples: ['seller_cancel_rate'] },
      ),
      ...WholeListQuery,
    }),
    response: {
      200: Type.Object({
        seller_code: sellerCode,
        period: Period(),
        metric: MetricName({ examples: ['seller_cancel_rate'] }),
        as_of: Timestamp(),
        numerator: Type.Number({ examples: [3] }),
        denominator: Type.Number({ examples: [250] }),
        scored: Type.Object({
          numerator: Type.Number({ examples: [3] }),
          denominator: Type.Number({ examples: [250] }),
        }),
        facts_deleted: Type.Boolean({
          description:
            'Whether retention (KEEP_FACTS_MONTHS) has deleted facts of the month, of any seller and any feed that the metric reads: then rows may be missing',
          examples: [false],
        }),
        ...WholeList(Fact(feeds)).properties,
      }),
      ...OF_OTHER_CODE,
    },
  })(async (request) => {
    const { server, query } = request
    const { metric: name, page, limit } = query
    const { score, explained, rules } = await knownExplanation(request)
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
  })

/** `limit` facts from `offset` on, of one feed after the other, how many there are, and whether there were more. */
async function pageOfFacts(
  { db, env, feeds }: FastifyInstance,
  metric: Metric,
  asked: FactsAsked & { sellers: number[]; rules: ScoringRules; limit: number; offset: number },
  sums: Aggregates,
) {
  const orders = knownOrders(asked.sellers, () => Number(sums.orders ?? 0))
  const curve = ruleOf(asked.rules, metric.name)?.curve ?? []
  const isMoreBetter = (curve[0]?.[1] ?? 0) < (curve.at(-1)?.[1] ?? 0)
  const data = []
  let total = 0
  let { offset, limit } = asked
  const behind = rowsOfMetric(feeds, metric)
  const read = [...metric.reads, ...behind.flatMap(({ feed }) => feed.scored.alsoReads ?? [])]
  const facts_deleted = await areFactsDeleted(db, asked.month.period, read)
  for (const { feed, numerator, denominator } of behind) {
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
  return { facts_deleted, data, total }
}

/** The feeds behind a metric, its numerator's first, and what their facts add to it by its name in `counted`. */
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

interface Added {
  numerator: number
  denominator: number
  left_out?: Reason
}

type Say = (added: Added, currency: string | undefined) => string

const counted = (count: number, one: string) => `${readable(count)} ${one}${count === 1 ? '' : 's'}`

const ofForecast: Say = ({ numerator, denominator }) =>
  `Off by ${readable(Math.abs(numerator))} of ${counted(denominator, 'order')}`
const ofVolume: Say = ({ numerator, denominator }) => `${readable(numerator)} of ${readable(denominator)}`
const yesNo: Say = ({ numerator }) => (numerator > 0 ? 'Yes' : 'No')

/** What rows are that are more than a yes or no, by what they add to. The last three are of rows of two feeds. */
const SAID: Record<string, Say> = {
  absolute_error: ofForecast,
  error: ofForecast,
  lateness_days: ({ numerator }) => `${counted(numerator, 'day')} late`,
  amount_days_late: ({ numerator, denominator }) => `${counted(numerator / denominator, 'day')} late`,
  unpaid_amount: ({ numerator, denominator }, currency) =>
    `${money(numerator, currency)} of ${money(denominator, currency)}`,
  aged_volume: ofVolume,
  stranded_volume: ofVolume,
  seller_ticket_weight: ({ numerator, denominator }) =>
    numerator > 0 ? `Counts as ${readable(numerator)}` : counted(denominator, 'order'),
  returns_judged: ({ numerator, denominator }) =>
    numerator > 0 ? counted(numerator, 'return') : counted(denominator, 'order'),
  stock_days: ({ numerator, denominator }) =>
    numerator > 0 ? 'In stock' : `${counted(denominator / 7, 'unit')} ordered`,
}

/** What a row adds to a metric, for people: a share only where there is something to be a share of. */
export function rowSaid({ rows }: Metric, added: Added, currency: string | undefined): string {
  const { numerator, denominator, left_out } = added
  if (left_out) return `Left out: ${LEFT_OUT_SAID[left_out]}`
  if (numerator === 0 && denominator === 0) return 'Not counted'
  return (SAID[rows.numerator] ?? yesNo)(added, currency)
}
