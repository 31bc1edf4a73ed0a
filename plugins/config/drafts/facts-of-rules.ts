import { paramsOf } from '../../../src/domain/metrics/rule-params.ts'
import { badRequest } from '../../../src/platform/http/problems.ts'
import { canonicalJson } from '../../../src/scoring/canonical-json.ts'
import type { RuleRecord, RuleSet } from '../../../src/scoring/rules.ts'

/**
 * Refuses rules under which the facts of a month add up to something else, because a preview adds nothing up: the
 * params of p and i metrics say which days and volumes count, helpdesk records what a ticket weighs and when it is late.
 * @throws 400
 */
export function requireSameFacts(before: RuleSet, after: RuleSet) {
  for (const type of ['p-score', 'i-score'] as const)
    for (const { metric } of after[type])
      if (canonicalJson(paramsOf(before, metric)) !== canonicalJson(paramsOf(after, metric)))
        throw takesBacktest(`changes of the params of ${metric}`)
  if (canonicalJson(contentOf(before.helpdesk)) !== canonicalJson(contentOf(after.helpdesk)))
    throw takesBacktest('changes of helpdesk records')
}

/** What records say, in any order and of any version. */
const contentOf = (records: readonly RuleRecord<'helpdesk'>[]) =>
  records.map(({ id: _, version: __, ...fields }) => canonicalJson(fields)).sort()

const takesBacktest = (what: string) =>
  badRequest(
    'invalid_field',
    `${what} change what the facts add up to: POST /api/backtests shows what they do, a preview can't`,
  )
