import type { Component } from '../../src/scoring/components.ts'
import { randomFor } from './random.ts'
import type { DemoSeller } from './sellers.ts'

/** Values at quality 0, 0.25, 0.5, 0.75 and 1; between them linear. Rates in percent, times in days or weeks. */
const LEVELS = {
  forecast_error: [85, 45, 30, 18, 6],
  late_forecast_rate: [85, 50, 27, 12, 2],
  days_when_late: [14, 9, 6, 4, 2],
  missing_forecast_rate: [40, 20, 9, 4, 0],
  cancel_rate: [9, 3.5, 1.8, 0.9, 0.3],
  on_time_rate: [80, 90, 94, 97, 99],
  data_error_rate: [10, 5, 3, 1.5, 0.2],
  ticket_rate: [15, 9, 6, 3.5, 1.5],
  reply_rate: [55, 80, 88, 93, 98],
  overdue_rate: [32, 14, 8, 3, 0],
  days_late: [170, 28, 11, 3, 0],
  aged_share: [50, 24, 14, 7, 1],
  weeks_in_stock: [44, 24, 17, 10, 8],
  weeks_when_short: [0.4, 2, 3, 5, 7],
  stranded_share: [10, 4, 2, 1, 0.4],
} as const satisfies Record<string, readonly number[]>

type Measure = keyof typeof LEVELS

const COMPONENT_OF: Record<Measure, Component> = {
  forecast_error: 'p_score',
  late_forecast_rate: 'p_score',
  days_when_late: 'p_score',
  missing_forecast_rate: 'p_score',
  cancel_rate: 'o_score',
  on_time_rate: 'o_score',
  data_error_rate: 'o_score',
  ticket_rate: 't_score',
  reply_rate: 't_score',
  overdue_rate: 't_score',
  days_late: 'f_score',
  aged_share: 'i_score',
  weeks_in_stock: 'i_score',
  weeks_when_short: 'i_score',
  stranded_share: 'i_score',
}

/** What a seller does in a month: the values its facts scatter around. */
export type Conduct = Record<Measure, number> & { forecasts: boolean }

/** Quality differs a little from month to month, and a little among the measures of a component. */
const MONTHLY_SCATTER = 0.035
const MEASURE_SCATTER = 0.04

/** The conduct of a seller in a period; `index` counts the demo's months from 0 and is below 0 before them. */
export function conductOf(seller: DemoSeller, period: string, index: number): Conduct {
  const random = randomFor('conduct', seller.code, period)
  const { course, quality } = seller
  const step = course.steps[Math.max(0, index)] ?? 0
  const monthly = {} as Record<Component, number>
  for (const component of Object.keys(quality) as Component[])
    monthly[component] =
      quality[component] +
      (course.components.includes(component) ? step : 0) +
      random.normal(0, MONTHLY_SCATTER)
  const measured = (Object.keys(LEVELS) as Measure[]).map((measure) => [
    measure,
    atQuality(LEVELS[measure], monthly[COMPONENT_OF[measure]] + random.normal(0, MEASURE_SCATTER)),
  ])
  const forecasts = !random.chance(0.8 - 6 * monthly.p_score)
  return { ...(Object.fromEntries(measured) as Record<Measure, number>), forecasts }
}

function atQuality(levels: readonly number[], quality: number): number {
  const position = Math.min(1, Math.max(0, quality)) * (levels.length - 1)
  const below = Math.floor(position)
  const [from = 0, to = from] = levels.slice(below, below + 2)
  return from + (to - from) * (position - below)
}
