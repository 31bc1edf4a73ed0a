import { addDays, firstDay, lastDay } from './calendar.ts'
import type { Demo } from './demo.ts'
import type { DemoSeller } from './sellers.ts'

/** An exception of the demo and the month (0 is the oldest) before whose scoring it is made. */
interface DemoException {
  month: number
  seller_code: string
  body: Record<string, unknown>
}

/** A few exceptions, each for a seller whose facts give reason for it, the last one with a rule scoring does not know. */
export function exceptionsOf({ calendar, sellers }: Demo): DemoException[] {
  const staying = sellers.filter(({ leaves }) => !leaves)
  const settled = staying.filter(({ starts }) => starts < firstDay(calendar.periods[0] as string))
  const inBadMonth = settled.filter(({ course }) => course.name === 'one bad month')
  const staleStock = settled.filter(({ archetype }) => archetype === 'stale stock')
  const solid = settled.filter(({ archetype, course }) => archetype === 'solid' && course.name === 'steady')
  const [newcomer] = staying.filter(({ starts }) => starts.startsWith(calendar.periods[1] as string))
  const during = (month: number) => {
    const period = calendar.periods[month] as string
    return { effective_from: firstDay(period), effective_to: lastDay(period) }
  }
  const make = (month: number, seller: DemoSeller | undefined, body: DemoException['body']) =>
    seller ? [{ month, seller_code: seller.code, body: { approved_by: 'Lucas Moreau', ...body } }] : []
  return [
    ...make(0, staleStock[0], {
      exception_type: 'force_majeure',
      score_component_affected: 'i_score',
      adjustment_rule: { op: 'floor', value: 50 },
      reason: 'Goods were held at customs for a quarter',
      ...during(0),
      effective_to: lastDay(calendar.periods[1] as string),
    }),
    ...make(1, newcomer, {
      exception_type: 'onboarding',
      score_component_affected: 'p_score',
      adjustment_rule: { op: 'exclude' },
      reason: 'No sales history to forecast from yet',
      effective_from: newcomer?.starts,
      effective_to: newcomer && addDays(newcomer.starts, 60),
    }),
    ...make(2, inBadMonth[0], {
      exception_type: 'system_outage',
      score_component_affected: 'o_score',
      adjustment_rule: { op: 'floor', value: 75 },
      reason: 'Our order interface was down for two days',
      ...during(2),
    }),
    ...make(2, inBadMonth[1], {
      exception_type: 'system_outage',
      score_component_affected: 't_score',
      adjustment_rule: { op: 'exclude' },
      reason: 'Helpdesk tickets were routed to the wrong seller',
      ...during(2),
    }),
    ...make(2, solid[0], {
      exception_type: 'manual_adjustment',
      adjustment_rule: { op: 'add', value: 2.5 },
      reason: 'Took part in the packaging pilot',
      ...during(2),
    }),
    ...make(3, solid[1], {
      exception_type: 'manual_adjustment',
      adjustment_rule: { review: 'discuss packaging with the account manager' },
      reason: 'A note for the next review; scoring does not know this rule',
      ...during(3),
    }),
  ]
}
