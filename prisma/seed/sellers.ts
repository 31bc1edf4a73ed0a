import type { Component } from '../../src/scoring/components.ts'
import { ARCHETYPES, atShare, COURSES, type Course, type Quality } from './archetypes.ts'
import { addDays, type Calendar, daysBetween, firstDay } from './calendar.ts'
import { companyOf } from './company-names.ts'
import { ACCOUNT_MANAGERS, WAREHOUSES } from './people.ts'
import { type Random, randomFor, spread } from './random.ts'

/** A seller of the demo: what is pushed about it, and what makes its facts. */
export interface DemoSeller {
  code: string
  record: Record<string, unknown> & { seller_code: string }
  warehouse_id: number
  payment_terms_days: number
  archetype: string
  quality: Quality
  course: Course
  /** Orders of an ordinary month. */
  size: number
  /** The first day with facts, YYYY-MM-DD. */
  starts: string
  /** The first day without, and the status it has from then on. */
  leaves: { on: string; status: 'suspended' | 'terminated' } | null
}

const QUALITY_SCATTER = 0.05
/** Positions of the third dimension below the first number leave, above the second are new. */
const LEAVE_BELOW = 0.06
const NEW_ABOVE = 0.93

export const sellersOf = (calendar: Calendar, count: number): DemoSeller[] =>
  Array.from({ length: count }, (_, index) => sellerOf(calendar, index + 1))

function sellerOf(calendar: Calendar, number: number): DemoSeller {
  const code = `S-${1000 + number}`
  const random = randomFor('seller', number)
  const archetype = atShare(ARCHETYPES, spread(number, 0))
  const am = random.pick(ACCOUNT_MANAGERS)
  const warehouse = random.pick(WAREHOUSES)
  const payment_terms_days = random.pick([14, 30, 30, 30, 45, 60])
  const fate = spread(number, 2)
  const starts =
    fate > NEW_ABOVE ? recentStart(calendar, (fate - NEW_ABOVE) / (1 - NEW_ABOVE)) : longAgo(calendar, random)
  const { company_name, trade } = companyOf(number)
  return {
    code,
    record: {
      seller_code: code,
      company_name,
      contract_type: random.pick([
        'standard',
        'standard',
        'standard',
        'premium',
        'enterprise',
        'marketplace',
      ]),
      contract_start_date: starts,
      primary_warehouse_id: warehouse.id,
      assigned_am_id: am.id,
      oms_system_type: random.pick(['shopify', 'shopify', 'woocommerce', 'magento', 'custom']),
      payment_terms_days,
      metadata: { trade, region: random.pick(['DACH', 'Nordics', 'Benelux', 'Iberia']) },
    },
    warehouse_id: warehouse.id,
    payment_terms_days,
    archetype: archetype.name,
    quality: scattered(archetype.quality, am.skill, random),
    course: archetype.name === 'quiet' ? (COURSES[0] as Course) : atShare(COURSES, spread(number, 1)),
    size: archetype.name === 'quiet' ? random.whole(4, 18) : skewedSize(random),
    starts,
    leaves: fate < LEAVE_BELOW ? leaving(calendar, fate / LEAVE_BELOW, number) : null,
  }
}

/** Most are small: half of them below 120 orders a month, one in ten above 280. */
const skewedSize = (random: Random) =>
  Math.round(Math.min(420, Math.max(60, 120 * Math.exp(random.normal(0, 0.62)))))

function scattered(quality: Quality, skill: number, random: Random): Quality {
  const components = Object.entries(quality) as [Component, number][]
  return Object.fromEntries(
    components.map(([component, value]) => [component, value + skill + random.normal(0, QUALITY_SCATTER)]),
  ) as Quality
}

const longAgo = ({ periods }: Calendar, random: Random) =>
  addDays(firstDay(periods[0] as string), -random.whole(200, 2200))

/** Between the first day of the second month and a week before the anchor. */
function recentStart({ periods, anchor }: Calendar, position: number): string {
  const first = firstDay(periods[1] as string)
  return addDays(first, Math.floor(position * (daysBetween(first, anchor) - 7)))
}

/** Between a month before the demo's first and the last days before the anchor; every third for ever. */
function leaving({ periods, anchor }: Calendar, position: number, number: number): DemoSeller['leaves'] {
  const first = addDays(firstDay(periods[0] as string), -30)
  const on = addDays(first, Math.floor(position * (daysBetween(first, anchor) - 5)))
  return { on, status: number % 3 === 0 ? 'terminated' : 'suspended' }
}
