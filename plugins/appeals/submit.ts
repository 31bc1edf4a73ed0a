import type { FastifyInstance } from 'fastify'
import { submittedEvent } from '../../src/domain/appeals/appeal-events.ts'
import type { AppealRow } from '../../src/domain/appeals/appeal-row.ts'
import type { ScoreRow } from '../../src/domain/scores/score-row.ts'
import { shownScore } from '../../src/domain/scores/shown-score.ts'
import { findSeller } from '../../src/domain/sellers/find-seller.ts'
import { type Acting, auditAll } from '../../src/platform/access/audit.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { badRequest, conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { judgeDescription } from './description.ts'
import { type FiledAppeal, insertAppeal, lockScore, putUnderReview } from './file-queries.ts'
import { isAccountManager } from './queries.ts'
import type { createRoute } from './schemas.ts'

/** Makes an appeal. The score is locked first, as in every change that touches a score and its appeals. */
export const submitAppeal: Handler<typeof createRoute> = async (request) => {
  const { actor, body, server } = request
  const { seller_code: key, submitted_by_am_id: named, description = '', ...fields } = body
  const said = judgeDescription(description, actor.role)
  const { id: seller_id, seller_code, assigned_am_id } = await findSeller(request, key)
  const amId = named ?? actor.am_id ?? assigned_am_id
  if (amId === null)
    throw badRequest(
      'field_required',
      `submitted_by_am_id is required: neither you are an account manager nor has ${seller_code} one`,
    )
  return change(request, async (tx) => {
    if (!(await isAccountManager(tx, amId)))
      throw badRequest('unknown_reference', `submitted_by_am_id names no account manager: ${amId}`)
    const score = await lockScore(tx, { seller_id, period: fields.period })
    if (!score) throw notFound('score_not_found', `${seller_code} has no score of ${fields.period}.`)
    const appeal = await fileAppeal(tx, server, request, score, {
      ...fields,
      description,
      seller_id,
      submitted_by_am_id: amId,
      created_by: actor.id,
    })
    if (!appeal)
      throw conflict(
        'appeal_already_open',
        `There is an open appeal against ${fields.component_appealed} of ${seller_code} in ${fields.period} already.`,
      )
    return { success: true, id: appeal.id, ...said }
  })
}

/**
 * Files an appeal against a score that the transaction has locked (lockScore), with its audit rows and event. Undefined
 * when the seller has an open one of that period and component.
 */
async function fileAppeal(
  tx: Tx,
  { events }: Pick<FastifyInstance, 'events'>,
  acting: Acting,
  score: ScoreRow,
  filed: FiledAppeal,
): Promise<AppealRow | undefined> {
  const appeal = await insertAppeal(tx, { ...filed, score_before: shownScore(score) })
  if (!appeal) return undefined
  const moved = await putUnderReview(tx, score)
  await auditAll(tx, acting, [
    { action: 'appeal.submitted', entity_id: appeal.id, after: appeal },
    ...(moved
      ? [
          {
            action: 'score.reviewed',
            entity: 'monthly_score',
            entity_id: score.id,
            before: { status: score.status },
            after: { status: 'under_review', appeal_id: appeal.id },
          },
        ]
      : []),
  ])
  await events.publish(tx, [submittedEvent(appeal)])
  return appeal
}
