import { type Static, Type } from '@sinclair/typebox'
import { Appeal, Decision, isOpen } from '../../src/domain/appeals/appeal-record.ts'
import { type AppealRow, appealOf } from '../../src/domain/appeals/appeal-row.ts'
import { IsRated, ScoreStatus, Total } from '../../src/domain/scores/score-record.ts'
import { ShownScore, shownRevision, shownScore } from '../../src/domain/scores/score-row.ts'
import { plainly } from '../../src/domain/words/plainly.ts'
import { APPEAL_STATUS_WORDS } from '../../src/domain/words/states.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { entityTag } from '../../src/platform/http/answers/answer-tags.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import { endpoint, withETag } from '../../src/platform/http/route.ts'
import { Closed, Id, Model, Nullable, OneOf, Problem, Timestamp } from '../../src/platform/schemas/schemas.ts'
import type { Component } from '../../src/scoring/components.ts'
import { appealsOf } from '../../src/scoring/explanation.ts'
import type { Score } from '../../src/scoring/score.ts'
import { tierSentence } from '../../src/scoring/sentences.ts'
import { adjusted, explainedScore, proposalOf, requireCents, ScoreAdjustment } from './adjustment.ts'
import { findAppeal, params } from './queries.ts'

const Preview = Model('AppealPreview', {
  score_adjustment: Type.Object(ScoreAdjustment.properties, {
    description: 'What is assumed',
    examples: [{ o_score_raw_after: 100 }],
  }),
  score_before: ShownScore,
  score_after: ShownScore,
  tier_changed: Type.Boolean({ examples: [true] }),
  sentence: Type.String({ description: 'What would become of the score' }),
  tier_sentence: Type.String({ description: 'Why it would have that tier and not the next one up' }),
})
type Preview = Static<typeof Preview>

const Step = Model('AppealStep', {
  step: OneOf(['submitted', 'ops_review', 'am_review', 'withdrawn', 'expired'], {
    examples: ['ops_review'],
  }),
  at: Timestamp(),
  user: Nullable(
    Type.Object({
      id: Id(),
      username: Type.String({ examples: ['ops.head'] }),
      full_name: Type.String({ examples: ['Olga Brandt'] }),
    }),
    { description: 'Whose account did it; null for the service itself' },
  ),
  by: Nullable(Type.String({ examples: ['Olga Brandt'] }), {
    description: 'Who was named: the account manager, or reviewed_by',
  }),
  decision: Nullable(Decision()),
  notes: Nullable(Type.String()),
})
type Step = Static<typeof Step>

const AppealDetail = Model('AppealDetail', {
  ...Appeal.properties,
  course: Type.Array(Step, { description: 'Who did what, oldest first' }),
  score: Type.Object(
    { id: Id(), status: ScoreStatus, ...ShownScore.properties, total_sos: Total(), is_rated: IsRated },
    { description: 'The score as it is now' },
  ),
  preview: Nullable(Preview, {
    description: 'While the appeal is open: what it can bring at most; see the preview endpoint',
  }),
})

export const getAppeal = endpoint('GET', '/api/appeals/:id', 'appeals.read', {
  operationId: 'getAppeal',
  summary: 'One appeal with its timeline',
  params,
  response: { 200: withETag(AppealDetail) },
})(async (request, reply) => {
  const { db } = request.server
  const row = await findAppeal(request, request.params.id)
  const { status, component_appealed: component } = row
  const [found, timeline] = await Promise.all([explainedScore(db, row), timelineOf(db, row)])
  const { score, explanation, rules } = found
  reply.header('etag', entityTag(row.version))
  return {
    ...appealOf(row),
    course: timeline,
    score: { id: score.id, status: score.status, ...shownScore(score) },
    preview: isOpen(status) && explanation && rules ? previewOf(found, component, mostOf(component)) : null,
  }
})

async function timelineOf(db: Database, row: AppealRow): Promise<Step[]> {
  const { created_by, ops_user_id, am_user_id, closed_by } = row
  const ids = [created_by, ops_user_id, am_user_id, closed_by].filter((id) => id !== null)
  const users = await db.prisma.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, username: true, full_name: true },
  })
  const user = (id: number | null) => users.find((one) => one.id === id) ?? null
  const { created_at, updated_at, status, closed_reason, am_name, ops, am } = appealOf(row)
  const unsaid = { decision: null, notes: null }
  const review = (step: Step['step'], said: typeof ops, id: number | null): Step[] =>
    said ? [{ ...said, step, at: said.reviewed_at, user: user(id), by: said.reviewed_by }] : []
  const end = { at: updated_at, user: user(closed_by), by: closed_reason && am_name, ...unsaid }
  return [
    { step: 'submitted', at: created_at, user: user(created_by), by: am_name, ...unsaid },
    ...review('ops_review', ops, ops_user_id),
    ...review('am_review', am, am_user_id),
    ...(status === 'expired' ? [{ step: closed_reason ?? ('expired' as const), ...end }] : []),
  ]
}

export const getPreview = endpoint('GET', '/api/appeals/:id/preview', 'appeals.read', {
  operationId: 'previewAppeal',
  summary: 'What approving an appeal would do to the score',
  description:
    'Changes nothing. Takes what score_adjustment would name; without anything it takes what operations have recommended, or else a raw of 100, which is the most that the appeal can bring. 409 for an appeal that is no longer open, and for a recommendation when the score has changed since: say then what to assume.',
  params,
  querystring: Closed(ScoreAdjustment.properties),
  response: {
    200: Preview,
    409: Problem('The appeal is no longer open, or what is recommended is about another score'),
  },
})(async (request) => {
  const { server, params, query } = request
  const appeal = await findAppeal(request, params.id)
  const { component_appealed: component, status } = appeal
  requireCents(query)
  if (!isOpen(status))
    throw conflict(
      'appeal_closed',
      `The appeal is ${APPEAL_STATUS_WORDS[status].label.toLowerCase()}: there is nothing to preview.`,
    )
  const found = await explainedScore(server.db, appeal)
  const assumed = Object.keys(query).length > 0 ? query : (proposalOf(appeal, found) ?? mostOf(component))
  return previewOf(found, component, assumed)
})

const mostOf = (component: Component): ScoreAdjustment => ({ [`${component}_raw_after`]: 100 })

type Explained = Awaited<ReturnType<typeof explainedScore>>

/** What approving with an adjustment would do. @throws as `adjusted` does */
function previewOf(found: Explained, component: Component, score_adjustment: ScoreAdjustment): Preview {
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

const sentencesAfter = ({ explanation }: Explained, revised: Score) =>
  appealsOf(revised.explanation)
    .slice(explanation ? appealsOf(explanation).length : 0)
    .map(({ sentence }) => plainly(sentence))
    .join(' ')
