import { type Feed, paramsOf } from '../../../src/feeds/feed.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import { changedFeeds } from '../../../src/feeds/sums-queries.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import { canonicalJson } from '../../../src/scoring/canonical-json.ts'
import { COMPONENTS, RULE_TYPE_OF } from '../../../src/scoring/components.ts'
import type { RuleSet } from '../../../src/scoring/rules.ts'
import { SCORING_TYPES, type ScoringType } from '../../../src/scoring/scoring-rules.ts'

/** The types whose records are rules of metrics: those that are not scored any more may add up to anything. */
const METRIC_TYPES = COMPONENTS.map((component) => RULE_TYPE_OF[component])
const OTHER_TYPES = SCORING_TYPES.filter((type) => !(METRIC_TYPES as ScoringType[]).includes(type))

/**
 * Refuses rules under which the facts of a month add up to something else, because a preview adds nothing up: the
 * params of metrics say which facts count, helpdesk records what a ticket weighs and when it is late.
 * @throws 400
 */
export function requireSameFacts(
  before: RuleSet,
  after: RuleSet,
  month: ScoredMonth,
  feeds: readonly Feed[],
) {
  for (const { metric } of METRIC_TYPES.flatMap((type) => after[type]))
    if (canonicalJson(paramsOf(before, metric)) !== canonicalJson(paramsOf(after, metric)))
      throw takesBacktest(`changes of the params of ${metric}`)
  for (const type of OTHER_TYPES)
    if (changedFeeds(before, { ...before, [type]: after[type] }, month, feeds).length > 0)
      throw takesBacktest(`changes of ${type} records`)
}

const takesBacktest = (what: string) =>
  badRequest(
    'invalid_field',
    `${what} change what the facts add up to: POST /api/backtests shows what they do, a preview can't`,
  )
