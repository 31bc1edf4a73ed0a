import { type Static, Type } from '@sinclair/typebox'
import type { Feed } from '../../feeds/feed.ts'
import { Nullable, OneOf, Timestamp } from '../../platform/schemas/schemas.ts'
import { FEEDS_WITH_FAULT } from '../../scoring/left-out.ts'
import { METRICS } from '../../scoring/metrics.ts'
import { digits } from '../words/plainly.ts'

const Check = Type.Object({
  id: Type.String({
    description:
      'What is wrong, and of what: feed_missing, volume_drop, missing_day, stale_feed, rejections or control_total of a feed, distribution of a metric or of total, month_not_over, silent_sellers or recalculate. It is what `accept` of a finalize takes',
    examples: ['volume_drop:orders'],
  }),
  level: OneOf(['warning', 'block'], {
    description:
      'block: nothing of the month is finalized until it is accepted. That is month_not_over always, and what is much amiss under QUALITY_GATE=block; otherwise it is a warning',
    examples: ['block'],
  }),
  value: Type.Number({ description: 'What was found', examples: [390] }),
  expected: Nullable(Type.Number(), {
    description: 'What is usual, was declared, or is allowed at the most; null where it is no number',
    examples: [1000],
  }),
  sellers: Nullable(Type.Integer(), { description: 'How many sellers it is about', examples: [212] }),
  sentence: Type.String({
    examples: ['Orders: May 2026 has 390, where 1,000 are usual (39 %); about 610 are missing.'],
  }),
})
/** What looks wrong with a month's data, as people read it. */
export type Check = Static<typeof Check>

export const Checks = Type.Array(Check, {
  description: 'What looks wrong, what blocks first; none when nothing does',
})

export const RESULTS = ['pass', 'warning', 'block'] as const
const REPORT_RESULTS = [...RESULTS, 'unknown'] as const

/** What an answer of finalize says of the month's data. */
export const Quality = Type.Object(
  {
    result: OneOf([...REPORT_RESULTS], {
      description: 'The worst level of the checks; unknown when the data could not be judged in time',
      examples: ['warning'],
    }),
    checks: Checks,
    accepted: Type.Array(Type.String(), {
      description: 'Checks that were accepted by this finalize',
      examples: [[]],
    }),
  },
  {
    description:
      'How complete the month’s data look; left out when nothing became final, and with QUALITY_GATE=off, unless the month is not over',
  },
)
export type Quality = Static<typeof Quality>

/** What was known when scores were finalized. */
export const Finalize = Type.Object({
  at: Timestamp(),
  user_id: Nullable(Type.Integer(), { description: 'Who finalized', examples: [1] }),
  full_name: Nullable(Type.String(), {
    description: 'Name of the account; null where it is not known any more',
    examples: ['Lucas Moreau'],
  }),
  score_id: Nullable(Type.Integer(), {
    description: 'The one score that was finalized; null for the whole period',
    examples: [null],
  }),
  result: OneOf([...REPORT_RESULTS], { description: 'How the data looked then', examples: ['warning'] }),
  found: Type.Array(Type.String(), {
    description:
      'What the checks said then, the worst first. An account manager is told nothing here, for they may name any seller',
    examples: [
      ['Returns: there is nothing on 12 September 2026 (11 usual on a Saturday); about 11 are missing.'],
    ],
  }),
  accepted: Type.Array(Type.String(), {
    description: 'Checks over which it was finalized on purpose',
    examples: [['volume_drop:orders']],
  }),
  notes: Nullable(Type.String(), { description: 'Why', examples: ['The shop was closed.'] }),
})
export type Finalize = Static<typeof Finalize>

const Faults = Type.Object({
  went_wrong: Type.Integer({ description: 'Late orders, tickets or returns of the month', examples: [120] }),
  unnamed: Type.Integer({ description: 'Those of them that name no fault', examples: [30] }),
  percent: Type.Number({ description: 'Their share, to two decimals', examples: [25] }),
})
/** How much of what went wrong names no fault. */
export type Faults = Static<typeof Faults>

/** The same of a feed, beside the month before. */
export const FaultsOfFeed = Type.Object({
  feed: OneOf([...FEEDS_WITH_FAULT], { examples: ['orders'] }),
  ...Faults.properties,
  before: Nullable(Faults, { description: 'The month before; null where nothing went wrong in it' }),
})
export type FaultsOfFeed = Static<typeof FaultsOfFeed>

/** Which month is asked about, and when. */
export interface Asked {
  period: string
  time_zone: string
  now: Date
  /** Whose sellers are named, by the account manager; null for all. Everything else is of the whole month. */
  portfolio_of: number | null
  feeds: readonly Feed[]
}

/** The sellers that a finding of a feed is about: with facts of the month, fewer or more than before, or before it. */
export type Whose = 'all' | 'fewer' | 'more' | 'before'

/** What looks wrong with a month's data, and of what: `volume_drop:orders`, the same as long as it looks so. */
export interface Finding extends Omit<Check, 'sellers'> {
  sellers: number | Whose | null
}

const OF_FEED = [
  'feed_missing',
  'volume_drop',
  'missing_day',
  'stale_feed',
  'rejections',
  'control_total',
] as const
const OF_MONTH = ['month_not_over', 'silent_sellers', 'recalculate'] as const

export const CHECKS = [...OF_FEED, ...OF_MONTH, 'distribution'] as const
export type CheckKind = (typeof CHECKS)[number]
const DISTRIBUTIONS: string[] = ['total', ...METRICS.map(({ name }) => name)]

/** Whether a check of that id can exist at all, in this month or another. */
export function isCheckId(id: string, feeds: readonly Feed[]): boolean {
  if (OF_MONTH.some((one) => one === id)) return true
  const [kind, of = '', ...more] = id.split(':')
  if (more.length > 0) return false
  if (kind === 'distribution') return DISTRIBUTIONS.includes(of)
  return OF_FEED.some((one) => one === kind) && feeds.some(({ name }) => name === of)
}

/** How many are usual, or missing, as people read it. */
export const about = (count: number) => digits(Math.round(count))

/** The same with at most two decimals. */
export const shown = (value: number) => digits(Math.round(value * 100) / 100)
