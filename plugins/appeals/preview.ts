import { isOpen } from '../../src/domain/appeals/open-appeals.ts'
import { shownRevision, shownScore } from '../../src/domain/scores/shown-score.ts'
import { plainly } from '../../src/domain/words/plainly.ts'
import { APPEAL_STATUS_WORDS } from '../../src/domain/words/states.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import type { Component } from '../../src/scoring/components.ts'
import { appealsOf } from '../../src/scoring/explanation.ts'
import type { Score } from '../../src/scoring/score.ts'
import { tierSentence } from '../../src/scoring/sentences.ts'
import { adjusted, requireCents } from './adjustment.ts'
import { findAppeal } from './queries.ts'
import type { Preview, previewRoute } from './review-schemas.ts'
import type { ScoreAdjustment } from './schemas.ts'
import { type ExplainedScore, explainedScore } from './score-queries.ts'

export const getPreview: Handler<typeof previewRoute> = async (request) => {
  const { server, params, query } = request
  const appeal = await findAppeal(request, params.id)
  const { component_appealed: component, status, score_adjustment: proposed } = appeal
  requireCents(query)
  if (!isOpen(status))
    throw conflict(
      'appeal_closed',
      `The appeal is ${APPEAL_STATUS_WORDS[status].label.toLowerCase()}: there is nothing to preview.`,
    )
  const found = await explainedScore(server.db, appeal)
  return previewOf(found, component, Object.keys(query).length > 0 ? query : (proposed ?? mostOf(component)))
}

/** The most that an appeal can bring. */
export const mostOf = (component: Component): ScoreAdjustment => ({ [`${component}_raw_after`]: 100 })

/** What approving with an adjustment would do. @throws as `adjusted` does */
export function previewOf(
  found: ExplainedScore,
  component: Component,
  score_adjustment: ScoreAdjustment,
): Preview {
  const { score } = found
  const revised = adjusted(found, component, score_adjustment)
  return {
    score_adjustment,
    score_before: shownScore(score),
    score_after: shownRevision(revised, score.revision + 1),
    tier_changed: revised.tier.name !== score.tier_name,
    sentence: sentencesAfter(found, revised),
    tier_sentence: plainly(tierSentence(revised.explanation)),
  }
}

/** What the adjustment made of the score, one sentence for each component that it names. */
const sentencesAfter = ({ explanation }: ExplainedScore, revised: Score) =>
  appealsOf(revised.explanation)
    .slice(explanation ? appealsOf(explanation).length : 0)
    .map(({ sentence }) => plainly(sentence))
    .join(' ')
