import type { Decimals } from './currency.ts'
import type { Explanation } from './explanation.ts'
import { metricNamed } from './metrics.ts'
import type { RecordReference } from './prepare-rules.ts'
import { add, compare, min, multiply, parse, type Rational, round, subtract, toMoney } from './rational.ts'
import type { RuleRecord } from './rules.ts'
import { storedValue } from './stored-metric.ts'

/** A surcharge that a rule brings. */
export type RuledSurcharge = {
  rule: RecordReference
  surcharge_type: string
  metric: string
  /** in the unit of the metric, to 6 decimals */
  value: number
  threshold: number
  /** decimal text, with the decimals of the currency */
  amount: string
  trigger_details: {
    rule_id: number
    rule_version: number
    metric: string
    value: number
    threshold: number
    reason: string
  }
}

/**
 * The surcharges that the effective rules of a period bring a seller, in order of the rules' ids: one of each rule
 * whose metric has an unrounded value above its threshold. None for a seller in grace, and none for a metric that is
 * N/A. Rules look at the facts alone: no exception and no appeal changes what they see. Amounts are rounded to the
 * decimals of the currency.
 */
export function evaluateSurcharges(
  rules: readonly RuleRecord<'surcharge'>[],
  { metrics, is_grace_period }: Pick<Explanation, 'metrics'> & { is_grace_period: boolean },
  decimals: Decimals,
): RuledSurcharge[] {
  if (is_grace_period) return []
  return rules
    .toSorted((a, b) => a.id - b.id)
    .flatMap((rule) => {
      const metric = metrics.find(({ metric }) => metric === rule.metric)
      const value = metric ? storedValue(metric) : null
      return value && compare(value, parse(rule.above)) > 0 ? [surcharge(rule, value, decimals)] : []
    })
}

function surcharge(rule: RuleRecord<'surcharge'>, exact: Rational, decimals: Decimals): RuledSurcharge {
  const { id, version, surcharge_type, metric, above: threshold } = rule
  const value = round(exact, 6)
  const reason = reasonFor(rule, exact)
  return {
    rule: { id, version },
    surcharge_type,
    metric,
    value,
    threshold,
    amount: toMoney(amountFor(rule, exact), decimals),
    trigger_details: { rule_id: id, rule_version: version, metric, value, threshold, reason },
  }
}

/** amount + per_point × (value − above), at most the cap */
function amountFor({ amount, per_point, above, cap }: RuleRecord<'surcharge'>, value: Rational): Rational {
  const points = subtract(value, parse(above))
  const uncapped = add(parse(amount), multiply(parse(per_point), points))
  return cap === null ? uncapped : min(uncapped, parse(cap))
}

/** The rule's own reason, and the value that it was about. */
function reasonFor({ reason, metric, above }: RuleRecord<'surcharge'>, value: Rational): string {
  const unit = UNITS[metricNamed(metric)?.unit ?? 'percent']
  const short = round(value, 2)
  const shown = short > above ? short : round(value, 6) // 50 % must not be told to be above 50 %
  return `${reason.trim().replace(/\.$/, '')}: ${metric} was ${shown} ${unit}, and the limit is ${above} ${unit}.`
}

const UNITS = { percent: '%', days: 'days', weeks: 'weeks' }
