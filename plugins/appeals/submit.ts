import { Type } from '@sinclair/typebox'
import { Appeal } from '../../src/domain/appeals/appeal-record.ts'
import { type AppealRow, submittedEvent } from '../../src/domain/appeals/appeal-row.ts'
import { OpenWord } from '../../src/domain/field-schemas.ts'
import { keepExplanations } from '../../src/domain/scores/keep-explanations.ts'
import { shownScore } from '../../src/domain/scores/score-row.ts'
import { sellerWithCode } from '../../src/domain/sellers/find-seller.ts'
import type { Actor } from '../../src/platform/access/identity.ts'
import { rolesOf } from '../../src/platform/access/roles.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { badRequest, conflict, invalidField, notFound } from '../../src/platform/http/errors/problems.ts'
import { type AuditEntry, auditAll, change } from '../../src/platform/http/requests/change.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Code, Created, Id, Problem, Text } from '../../src/platform/schemas/schemas.ts'
import { seenIn } from '../../src/platform/schemas/url-text.ts'
import { lockScore, type ScoreKey } from './queries.ts'

const { properties: given } = Appeal
export const REASONS = [
  'data_error',
  'system_outage',
  'force_majeure',
  'operator_fault',
  'carrier_fault',
  'late_data',
]

const NewAppeal = Closed({
  seller_code: Code({ description: 'Code of the seller', examples: ['S-1001'] }),
  period: given.period,
  component_appealed: given.component_appealed,
  appeal_reason_type: OpenWord(REASONS, { examples: ['system_outage'] }),
  description: Type.Optional(
    Text(5000, {
      description:
        'What was wrong, in at least 10 characters that are no blanks. Required of the roles seller and am; the answer warns others who leave it out',
      examples: ['Our order interface was down on two days; see the report'],
    }),
  ),
  evidence_urls: Type.Optional(given.evidence_urls),
  submitted_by_am_id: Type.Optional(
    Id({
      description:
        'Any account manager. Default: your own if your role is am, else the seller’s; 400 when there is none',
    }),
  ),
})

/** Files an appeal, with its audit rows and event. The score is locked first, as in every change that touches a score and its appeals. */
export const submitAppeal = endpoint('POST', '/api/appeals', 'appeals.write', {
  operationId: 'createAppeal',
  summary: 'Appeal against a component of a score',
  description:
    'Needs a score of the seller and month, in whatever state; a draft becomes under_review, a final score stays final. One open appeal per seller, month and component. An account manager can appeal for sellers of the own portfolio only.',
  body: NewAppeal,
  response: { 200: Created, 404: Problem('There is no such seller or score') },
})(async (request) => {
  const { actor, body, scope, server } = request
  const { seller_code: key, submitted_by_am_id: named, description = '', ...fields } = body
  const said = judgeDescription(description, actor)
  const { id: seller_id, seller_code, assigned_am_id } = await sellerWithCode(request, key)
  const amId = named ?? scope.am_id ?? assigned_am_id
  if (amId === null)
    throw badRequest(
      'field_required',
      `submitted_by_am_id is required: your role is not am, and ${seller_code} has no account manager`,
    )
  return change(request, async (tx) => {
    if ((await tx.prisma.account_manager.count({ where: { id: amId } })) === 0)
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
        action: 'score.appealed',
        entity: 'monthly_score',
        entity_id: score.id,
        before: { status: score.status },
        after: { status: 'under_review', appeal_id: id },
      })
    await auditAll(tx, request, entries)
    await server.events.publish(tx, [submittedEvent(appeal)])
    return { success: true, id, ...said }
  })
})

const FEWEST_CHARACTERS = 10

/** @throws 400 when it is too short, or missing from somebody who must give one; others are warned */
function judgeDescription(description: string | undefined, actor: Actor): { warnings?: string[] } {
  if (description) {
    if ([...seenIn(description)].length < FEWEST_CHARACTERS)
      throw invalidField(`description must have at least ${FEWEST_CHARACTERS} characters that are no blanks.`)
    return {}
  }
  // People who know what was wrong say it.
  if (rolesOf(actor).some((role) => role === 'seller' || role === 'am'))
    throw badRequest('field_required', 'description is required: say what was wrong with the score.')
  return {
    warnings: ['The appeal has no description: its reviewers do not read what was wrong with the score.'],
  }
}

/** Makes an appeal, or answers undefined when the seller has an open one of that period and component. */
const insertAppeal = (tx: Tx, appeal: ScoreKey & Partial<AppealRow>) =>
  tx.row<AppealRow>`
    with made as (
      insert into appeals (
        seller_id, period, component_appealed, appeal_reason_type, description, evidence_urls, submitted_by_am_id,
        created_by, score_before, open_key)
      select seller_id, period, component_appealed, appeal_reason_type, description, coalesce(evidence_urls, '{}'),
             submitted_by_am_id, created_by, score_before, period || ':' || component_appealed
      from jsonb_populate_record(null::appeals, ${JSON.stringify(appeal)}::jsonb)
      on conflict (seller_id, open_key) do nothing
      returning *
    )
    select made.*, s.seller_code, s.company_name, m.name as am_name
    from made join sellers s on s.id = made.seller_id left join account_managers m on m.id = made.submitted_by_am_id`

/**
 * An appeal against a draft puts it under review. Answers whether it was one. Who appeals can't calculate: that other
 * code has computed the score is said to who decides.
 */
const putUnderReview = async (tx: Tx, { seller_id, period }: ScoreKey): Promise<boolean> => {
  const where = { seller_id, period, status: 'draft' }
  const { count } = await tx.prisma.monthly_score.updateMany({ where, data: { status: 'under_review' } })
  if (count === 1) await keepExplanations(tx, period, [seller_id])
  return count === 1
}
