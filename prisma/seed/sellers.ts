import { COMPONENTS, type Component } from '../../src/scoring/components.ts'
import { addDays } from '../../src/scoring/month.ts'
import type { Calendar } from './calendar.ts'
import { WAREHOUSES } from './people.ts'
import { randomFor } from './random.ts'

const FIRST = [
  'Alder', 'Amber', 'Brightwater', 'Cedar', 'Cobalt', 'Copper', 'Dune', 'Ember', 'Fjord', 'Granite', 'Harbor', 'Hazel',
  'Indigo', 'Juniper', 'Kite', 'Lantern', 'Willow',
] // biome-ignore format: a list of words reads as a paragraph
const SECOND = [
  'Outdoor', 'Home', 'Toys', 'Audio', 'Kitchen', 'Sports', 'Paper', 'Garden', 'Optics', 'Textiles', 'Tools', 'Shoes',
] // biome-ignore format: a list of words reads as a paragraph
const LEGAL = ['GmbH', 'Ltd', 'B.V.', 'S.L.', 'AB', 'SARL']

/** What sellers are like, by percentage. Quality is from 0 (as bad as it gets) to 1 (flawless), in the order of COMPONENTS. */
const ARCHETYPES = hundred<[name: string, percent: number, quality: number[]]>([
  ['exemplary', 6, [0.9, 0.9, 0.9, 0.92, 0.9]],
  ['strong', 25, [0.68, 0.7, 0.7, 0.74, 0.7]],
  ['solid', 31, [0.52, 0.56, 0.55, 0.62, 0.56]],
  ['late payer', 6, [0.6, 0.62, 0.6, 0.06, 0.55]],
  ['poor planner', 5, [0.05, 0.66, 0.62, 0.66, 0.6]],
  ['stale stock', 5, [0.55, 0.6, 0.55, 0.6, 0.06]],
  ['overstretched', 6, [0.4, 0.2, 0.15, 0.5, 0.4]],
  ['struggling', 9, [0.28, 0.32, 0.28, 0.36, 0.3]],
  ['failing', 3, [0.03, 0.05, 0.05, 0.02, 0.05]],
  ['quiet', 4, [0.4, 0.6, 0.6, 0.6, 0.5]],
])

/** How their quality moves, by percentage: what is added in each month, and to which components. */
const TRAJECTORIES = hundred<[name: string, percent: number, changes: number[], components: Component[]]>([
  ['steady', 70, [0, 0, 0, 0], []],
  ['improving', 5, [-0.4, -0.28, -0.04, 0.05], ['o_score', 't_score']],
  ['improving', 4, [-0.4, -0.3, -0.08, 0.05], ['p_score', 'i_score']],
  ['improving', 3, [-0.5, -0.4, -0.1, 0], ['f_score']],
  ['declining', 5, [0.08, 0, -0.26, -0.4], ['o_score', 't_score']],
  ['declining', 4, [0.05, 0, -0.3, -0.4], ['p_score', 'i_score']],
  ['declining', 3, [0, -0.1, -0.35, -0.5], ['f_score']],
  ['one bad month', 6, [0, 0, -0.45, -0.05], ['o_score', 't_score']],
])

/** What an account manager adds to the quality of the whole portfolio, so that they can be told apart. */
const AM_SKILL = [0.05, 0.02, 0, -0.03, -0.06]

/** A hundred members: each as often as its percentage says. */
function hundred<T extends [string, number, ...unknown[]]>(list: T[]) {
  return list.flatMap((member) => Array<T>(member[1]).fill(member))
}

const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T

/**
 * A seller of the demo: what is pushed about it, and what its facts are made from. Its number (from 1) times a number
 * without a common divisor with 100 says where in a hundred it stands, so that percentages come out exactly.
 */
export function sellerOf({ anchor }: Calendar, number: number) {
  const code = `S-${1000 + number}`
  const random = randomFor('seller', number)
  const [archetype, , quality] = at(ARCHETYPES, number * 59)
  const [trajectory, , changes, components] = at(TRAJECTORIES, number * 61)
  // Of a hundred sellers the first six leave and the last seven are new.
  const place = (number * 73) % 100
  const starts = addDays(anchor, place < 93 ? -400 - place * 20 : -8 * (place - 92))
  const am_id = random.whole(1, AM_SKILL.length)
  const usual = quality.map((value) => value + at(AM_SKILL, am_id - 1) + random.between(-0.09, 0.09))
  const trade = at(SECOND, number * 5)
  return {
    code,
    archetype,
    trajectory,
    /** In each month, by component. */
    quality: changes.map((change) =>
      COMPONENTS.map((name, i) => at(usual, i) + (components.includes(name) ? change : 0)),
    ),
    /** Orders of an ordinary month: half of the sellers have fewer than 115, one in ten more than 340. */
    size: archetype === 'quiet' ? random.whole(4, 18) : Math.round(70 * 7 ** (random.unit() ** 2)),
    /** The first day with facts, YYYY-MM-DD. */
    starts,
    /** The first day without, and the status from then on. */
    ends: place < 6 ? addDays(anchor, -5 - place * 23) : '9999-12-31',
    endsAs: number % 3 === 0 ? 'terminated' : 'suspended',
    record: {
      seller_code: code,
      // No two of the first 204 are alike, because 17 and 12 have no common divisor.
      company_name: `${at(FIRST, number * 7)} ${trade} ${at(LEGAL, number)}`,
      contract_type: random.pick(['standard', 'standard', 'premium', 'enterprise', 'marketplace']),
      contract_start_date: starts,
      primary_warehouse_id: random.pick(WAREHOUSES).id,
      assigned_am_id: am_id,
      oms_system_type: random.pick(['shopify', 'shopify', 'woocommerce', 'magento', 'custom']),
      payment_terms_days: random.pick([14, 30, 30, 45, 60]),
      metadata: { trade: trade.toLowerCase(), region: random.pick(['DACH', 'Nordics', 'Benelux', 'Iberia']) },
    },
  }
}
export type DemoSeller = ReturnType<typeof sellerOf>
