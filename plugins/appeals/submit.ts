import { submittedEvent } from '../../src/domain/appeals/appeal-events.ts'
import { shownScore } from '../../src/domain/scores/shown-score.ts'
import { findSeller } from '../../src/domain/sellers/find-seller.ts'
import { type AuditEntry, auditAll } from '../../src/platform/access/audit.ts'
import type { Role } from '../../src/platform/access/roles.ts'
import { badRequest, conflict, notFound } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { seenIn } from '../../src/platform/schemas/url-text.ts'
import { insertAppeal, lockScore, putUnderReview } from './file-queries.ts'
import { isAccountManager } from './queries.ts'
import type { createRoute } from './schemas.ts'

/** Files an appeal, with its audit rows and event. The score is locked first, as in every change that touches a score and its appeals. */
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
    const appeal = await insertAppeal(tx, {
      ...fields,
      description,
      seller_id,
      submitted_by_am_id: amId,
      created_by: actor.id,
      score_before: shownScore(score),
    })
    if (!appeal)
      throw conflict(
        'appeal_already_open',
        `There is an open appeal against ${fields.component_appealed} of ${seller_code} in ${fields.period} already.`,
      )
    const { id } = appeal
    const entries: AuditEntry[] = [{ action: 'appeal.submitted', entity_id: id, after: appeal }]
    if (await putUnderReview(tx, score))
      entries.push({
        action: 'score.reviewed',
        entity: 'monthly_score',
        entity_id: score.id,
        before: { status: score.status },
        after: { status: 'under_review', appeal_id: id },
      })
    await auditAll(tx, request, entries)
    await server.events.publish(tx, [submittedEvent(appeal)])
    return { success: true, id, ...said }
  })
}

/** The least that says anything to two reviewers. */
const FEWEST_CHARACTERS = 10

/** Roles of people who know what was wrong, so they say it. */
const MUST_SAY: Role[] = ['seller', 'am']

const REQUIRED = 'description is required: say what was wrong with the score.'
const TOO_SHORT = `description must have at least ${FEWEST_CHARACTERS} characters that are no blanks.`
const MISSING = 'The appeal has no description: its reviewers do not read what was wrong with the score.'

/**
 * What is to be said about the description of a new appeal. An empty one is none.
 * @returns a warning where there is none, and the caller may leave it out
 * @throws 400 when it is too short, or missing from somebody who must give one
 */
function judgeDescription(description: string | undefined, role: Role): { warnings?: string[] } {
  if (description) {
    if ([...seenIn(description)].length < FEWEST_CHARACTERS) throw badRequest('invalid_field', TOO_SHORT)
    return {}
  }
  if (MUST_SAY.includes(role)) throw badRequest('field_required', REQUIRED)
  return { warnings: [MISSING] }
}
