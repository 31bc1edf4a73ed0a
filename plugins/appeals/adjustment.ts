import { httpErrors } from '@fastify/sensible'
import type { Component } from '../../src/scoring/components.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { reviseScore } from '../../src/scoring/revise-score.ts'
import type { Score } from '../../src/scoring/score.ts'
import type { ScoreAdjustment } from './schemas.ts'
import type { ExplainedScore } from './score-queries.ts'

/**
 * An adjustment names the component appealed or the total, and says what it says to the last digit.
 * @throws 400 that names the field
 */
export function requireAdjustable(component: Component, adjustment: ScoreAdjustment, prefix = '') {
  const mine = `${component}_raw_after`
  for (const [field, value] of Object.entries(adjustment)) {
    if (field !== mine && field !== 'total_sos_after')
      throw httpErrors.badRequest(
        `${prefix}${field} can't be set: the appeal is about ${component}, so only ${mine} and total_sos_after can`,
      )
    if (Number(value.toFixed(2)) !== value)
      throw httpErrors.badRequest(`${prefix}${field} must have at most two decimals`)
  }
}

/**
 * What an adjustment makes of a score.
 * @throws 409 when it is not known any more how the score was made
 */
export function adjusted(
  { score, explanation, rules }: ExplainedScore,
  component: Component,
  adjustment: ScoreAdjustment,
): Score {
  if (!explanation || !rules)
    throw httpErrors.conflict(
      `The score of ${score.seller_code} in ${score.period} has no explanation, so it can't be revised.`,
    )
  return reviseScore(
    prepareRules(rules),
    { total_sos: score.total_sos, explanation },
    {
      component,
      raw_after: adjustment[`${component}_raw_after`],
      total_after: adjustment.total_sos_after,
    },
  )
}
