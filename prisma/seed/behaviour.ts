import { FEEDS } from '../../src/feeds/index.ts'
import { COMPONENTS, type Component } from '../../src/scoring/components.ts'
import { datesOf } from './calendar.ts'
import type { Demo } from './demo.ts'
import * as stock from './facts/payments.ts'
import * as trade from './facts/trade.ts'
import { randomFor } from './random.ts'
import type { DemoSeller } from './sellers.ts'

/**
 * What a seller's facts scatter around: the component a measure belongs to, and its values at quality 0, 0.25, 0.5, 0.75
 * and 1; between them linear. Rates and shares in percent, times in days or weeks.
 */
const LEVELS = {
  forecast_error: ['p_score', 85, 45, 30, 18, 6],
  late_forecast_rate: ['p_score', 85, 50, 27, 12, 2],
  days_when_late: ['p_score', 14, 9, 6, 4, 2],
  missing_forecast_rate: ['p_score', 40, 20, 9, 4, 0],
  cancel_rate: ['o_score', 9, 3.5, 1.8, 0.9, 0.3],
  on_time_rate: ['o_score', 80, 90, 94, 97, 99],
  data_error_rate: ['o_score', 10, 5, 3, 1.5, 0.2],
  ticket_rate: ['t_score', 15, 9, 6, 3.5, 1.5],
  reply_rate: ['t_score', 55, 80, 88, 93, 98],
  overdue_rate: ['t_score', 32, 14, 8, 3, 0],
  days_late: ['f_score', 170, 28, 11, 3, 0],
  aged_share: ['i_score', 50, 24, 14, 7, 1],
  weeks_in_stock: ['i_score', 44, 24, 17, 10, 8],
  weeks_when_short: ['i_score', 0.4, 2, 3, 5, 7],
  stranded_share: ['i_score', 10, 4, 2, 1, 0.4],
} satisfies Record<string, [Component, ...number[]]>

type Behaviour = Record<keyof typeof LEVELS, number>

/** What the calendar does to trade, January to December. */
const SEASON = [0.88, 0.9, 0.97, 0.98, 1, 1, 0.95, 0.96, 1.02, 1.05, 1.22, 1.2]

/**
 * A month of a seller (0 is the demo's oldest): what its facts are made from. `days` are those on which it trades, the
 * ones after the anchor too, and `volume` is its orders on all of them.
 */
export function sellerMonth(demo: Demo, seller: DemoSeller, month: number) {
  const period = demo.calendar.periods[month] as string
  const random = randomFor('behaviour', seller.code, period)
  const measures = Object.entries(LEVELS).map(([measure, [component, ...levels]]) => {
    const quality = seller.quality[month]?.[COMPONENTS.indexOf(component as Component)] as number
    return [measure, atQuality(levels as number[], quality + random.between(-0.09, 0.09))]
  })
  const behaviour: Behaviour = Object.fromEntries(measures)
  const all = datesOf(period)
  const days = all.filter((date) => date >= seller.starts && date < seller.ends)
  const season = SEASON[Number(period.slice(5)) - 1] as number
  const volume = Math.round((seller.size * season * random.between(0.86, 1.14) * days.length) / all.length)
  return { ...demo, seller, month, period, behaviour, days, volume }
}
export type SellerMonth = ReturnType<typeof sellerMonth>

function atQuality(levels: number[], quality: number): number {
  const position = Math.min(1, Math.max(0, quality)) * (levels.length - 1)
  const [from = 0, to = from] = levels.slice(Math.floor(position))
  return from + (to - from) * (position % 1)
}

/** What makes the facts of a feed: the function of its name. */
const MADE: Record<string, (month: SellerMonth) => object[]> = { ...trade, ...stock }
/** Quiet sellers have no other facts, and so stay without a rating. */
const QUIET_FEEDS = ['orders', 'payments', 'revenue']

/** What each feed pushes in a month of the demo, as it stands at the anchor. */
export function factsOf(demo: Demo, month: number): { feed: string; records: object[] }[] {
  const months = demo.sellers.map((seller) => sellerMonth(demo, seller, month))
  return FEEDS.map(({ name }) => ({
    feed: name,
    records: months
      .filter(({ seller }) => seller.archetype !== 'quiet' || QUIET_FEEDS.includes(name))
      .flatMap((each) => MADE[name]?.(each) ?? []),
  }))
}
