import { engineMismatch } from '../../src/domain/scores/engine-mismatch.ts'
import { badRequest, conflict } from '../../src/platform/http/errors/problems.ts'
import { COMPONENTS, type Component } from '../../src/scoring/components.ts'
import { type AppealDecision, reviseScore } from '../../src/scoring/revise-score.ts'
import type { Score } from '../../src/scoring/score.ts'
import type { ScoreAdjustment } from './schemas.ts'
import type { ExplainedScore } from './score-queries.ts'

/**
 * An adjustment says what it says to the last digit.
 * @throws 400 that names the field
 */
export function requireCents(adjustment: ScoreAdjustment, prefix = '') {
  for (const [field, value] of Object.entries(adjustment))
    if (Number(value.toFixed(2)) !== value)
      throw badRequest('invalid_field', `${prefix}${field} must have at most two decimals`)
}

/**
 * What an adjustment makes of a score.
 * @throws 409 when it is not known any more how the score was made, or only other code knows
 */
export function adjusted(
  { score, explanation, rules, isLost }: ExplainedScore,
  appealed: Component,
  adjustment: ScoreAdjustment,
): Score {
  if (isLost)
    throw conflict(
      'score_not_revisable',
      `The score of ${score.seller_code} in ${score.period} has no explanation, so it can't be revised.`,
    )
  if (!explanation || !rules) throw engineMismatch(score)
  const [first, ...more] = decisionsOf(appealed, adjustment)
  const revised = reviseScore(rules, { total_sos: score.total_sos, explanation }, first)
  return more.reduce((before, decision) => reviseScore(rules, before, decision), revised)
}

/** One decision for each component that is named, the one appealed last; the total is decided with the last of them. */
function decisionsOf(
  appealed: Component,
  adjustment: ScoreAdjustment,
): [AppealDecision, ...AppealDecision[]] {
  const named = COMPONENTS.filter(
    (name) => name !== appealed && adjustment[`${name}_raw_after`] !== undefined,
  )
  const withAppealed = named.length === 0 || adjustment[`${appealed}_raw_after`] !== undefined
  const decisions = (withAppealed ? [...named, appealed] : named).map((component, index, all) => ({
    component,
    appealed,
    raw_after: adjustment[`${component}_raw_after`],
    total_after: index === all.length - 1 ? adjustment.total_sos_after : undefined,
  }))
  return decisions as [AppealDecision, ...AppealDecision[]]
}
