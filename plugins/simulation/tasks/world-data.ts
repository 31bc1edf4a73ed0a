import { type Aggregates, sumOf } from '../../../src/scoring/aggregates.ts'
import { prepareRules } from '../../../src/scoring/prepare-rules.ts'
import { add, parse } from '../../../src/scoring/rational.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import { decimalText } from '../../../src/scoring/simulation/decimal-units.ts'
import { type AtPace, atPace, type MonthEnd } from '../../../src/scoring/simulation/levers/pace.ts'
import type { World } from '../../../src/scoring/simulation/world.ts'

/** A world as a thread gets it, and the month's end where the pace is asked for. */
export type WorldData = Omit<World, 'rules'> & { rules: ScoringRules; end: MonthEnd | null }

/** The world to simulate in, and how much of it is still open, for better and for worse. */
export function readWorldData({ rules, end, ...rest }: WorldData): AtPace {
  const world = { ...rest, rules: prepareRules(rules) }
  return end ? atPace(world, end) : { world, open: {}, risk: {} }
}

/** What is added to the payments of a month, as decimal text. */
export type AddedPayments = { unpaid_amount: string; amount_days_late: string }

/** The data of a world whose payments are otherwise. */
export function withPayments(data: WorldData, added: AddedPayments): WorldData {
  const { input, end } = data
  const changed = (sums: Aggregates) => {
    const sum = (name: keyof AddedPayments) => decimalText(add(parse(sumOf(sums, name)), parse(added[name])))
    return { ...sums, unpaid_amount: sum('unpaid_amount'), amount_days_late: sum('amount_days_late') }
  }
  return end
    ? { ...data, end: { ...end, payments: changed(end.payments) } }
    : { ...data, input: { ...input, aggregates: changed(input.aggregates) } }
}
