import { month } from '../../../logic/format.ts'
import type { RuleRecord } from '../rule.ts'
import { words } from '../words.ts'

/** `since October 2026, no end` */
export function datesOf({
  effective_from,
  effective_to,
}: Pick<RuleRecord, 'effective_from' | 'effective_to'>) {
  const from = effective_from <= '2000-01' ? words.always : words.since(month(effective_from))
  return `${from}, ${effective_to ? words.until(month(effective_to)) : words.noEnd}`
}
