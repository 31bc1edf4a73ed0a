import fc from 'fast-check'
import t from 'tap'
import { COMPONENTS, RULE_TYPE_OF } from '../../src/scoring/components.ts'
import { describeExplanation } from '../../src/scoring/describe.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { anInput, defaultRuleSet } from './a-seller.ts'

// What a reader of an explanation would do with a pocket calculator, written without the engine.

const set = defaultRuleSet()
const rules = prepareRules(set)

function pointsOn(curve: [number, number][], x: number): number {
  const right = curve.findIndex(([bound]) => bound >= x)
  const [left, next] = [curve[right - 1], curve[right]]
  if (!next) return curve.at(-1)?.[1] ?? 0
  if (!left) return next[1]
  return left[1] + ((x - left[0]) / (next[0] - left[0])) * (next[1] - left[1])
}

const mean = (pairs: { value: number; weight: number }[]) =>
  pairs.reduce((sum, { value, weight }) => sum + value * weight, 0) /
  pairs.reduce((sum, { weight }) => sum + weight, 0)

t.test('a score can be recomputed from its explanation', async () => {
  const count = fc.nat(500).map((value) => value + 1)
  const names = [
    'orders',
    'seller_cancelled',
    'ready_due',
    'ready_on_time',
    'error_free',
    'seller_ticket_weight',
  ]
  const more = ['tickets', 'reply_due', 'replied_in_time', 'overdue_tickets', 'invoices', 'invoiced_amount']
  const rest = [
    'amount_days_late',
    'unpaid_amount',
    'forecast_rows',
    'forecast_total',
    'actual_total',
    'absolute_error',
  ]
  const aggregates = fc.record(Object.fromEntries([...names, ...more, ...rest].map((name) => [name, count])))
  fc.assert(
    fc.property(aggregates, (given) => {
      const { explanation, total_sos } = scoreSeller(rules, anInput({ aggregates: given }))
      const { metrics } = describeExplanation(explanation, set)
      const raws = COMPONENTS.map((component) => {
        const weights = set[RULE_TYPE_OF[component]].reduce((sum, { weight }) => sum + weight, 0)
        const known = metrics.filter((metric) => metric.component === component && metric.na === null)
        const share = known.reduce((sum, { weight }) => sum + weight, 0) / weights
        const points = known.map(({ curve, numerator, denominator, unit, weight }) => ({
          value: pointsOn(curve, ((unit === 'percent' ? 100 : 1) * numerator) / denominator),
          weight,
        }))
        return {
          component,
          raw: share >= 0.4 ? mean(points) : null,
          weight: explanation.components[component].weight,
        }
      })
      const typical = mean(raws.flatMap(({ raw, weight }) => (raw === null ? [] : [{ value: raw, weight }])))
      const total = mean(raws.map(({ raw, weight }) => ({ value: raw ?? typical, weight })))
      return Math.abs(total - total_sos) < 0.00501
    }),
  )
})
