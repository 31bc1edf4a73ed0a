import { type Static, type TObject, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { APPEAL_IS_OPEN } from '../../../src/domain/appeals/appeal-record.ts'
import type { NewEvent } from '../../../src/domain/events/write-events.ts'
import { renewRisks } from '../../../src/domain/projections/renew-risks.ts'
import { Quality } from '../../../src/domain/quality/finding.ts'
import { engineMismatch, warnOfMismatches } from '../../../src/domain/scores/explainer.ts'
import { keepAndTell, requireExplanations } from '../../../src/domain/scores/keep-explanations.ts'
import { lockPeriod } from '../../../src/domain/scores/score-changes.ts'
import { type NamedScoreRow, recordOf, type ScoreRow, tierOf } from '../../../src/domain/scores/score-row.ts'
import { finalScoresChanged } from '../../../src/domain/transparency/certify-later.ts'
import { COMPONENT_WORDS } from '../../../src/domain/words/components.ts'
import { named } from '../../../src/domain/words/plainly.ts'
import { BULK_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { conflict, notFound } from '../../../src/platform/http/errors/problems.ts'
import { audit, auditAll, change, lockRecord } from '../../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged } from '../../../src/platform/http/route.ts'
import {
  Closed,
  count,
  Id,
  OptionalBody,
  Period,
  Success,
  Text,
} from '../../../src/platform/schemas/schemas.ts'
import type { Component } from '../../../src/scoring/components.ts'
import { openRunOf } from '../runs/run-queries.ts'
import { judgeBefore, passGate, requireReason } from './quality-gate.ts'

const note = {
  reviewed_by: Type.Optional(
    Text(200, { description: 'Who reviewed it; the acting user is in the audit log' }),
  ),
  notes: Type.Optional(
    Text(5000, {
      description: 'Kept with the score',
      examples: ['Checked against the warehouse’s own count'],
    }),
  ),
}
/** What may be said about a score when its state changes; what is left out stays as it was. */
type Note = Static<TObject<typeof note>>
const acceptingNote = {
  ...note,
  accept: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      description:
        'Checks of the month’s quality that are right as they are, by their ids; `notes` must say why. Every check that blocks must be here: `month_not_over` whatever QUALITY_GATE says, the others where it is `block`. What is accepted is in the audit log',
      examples: [['month_not_over'], ['volume_drop:orders']],
    }),
  ),
}
export type AcceptingNote = Static<TObject<typeof acceptingNote>>
const params = Type.Object({ id: Id({ description: 'Id of the monthly score' }) })

export const finalizeScore = endpoint('PATCH', '/api/sos/monthly/:id/finalize', 'scores.write', {
  operationId: 'finalizeMonthlyScore',
  summary: 'Make a score final',
  description:
    'From draft or under_review. Emits seller.score_finalized, and seller.tier_changed when the tier differs from that of the seller’s latest earlier period. Finalizing a final score succeeds, and changes and emits nothing: `warnings` says so of `reviewed_by` and `notes`, which are not kept then, and names appeals that are still open. A score of a month that is not over is a 409 (`month_not_over`) until `accept` names that; under QUALITY_GATE=block it is one, too, while the month’s data look incomplete.',
  params,
  ...ifUnchanged,
  body: OptionalBody(acceptingNote),
})(async (request) => {
  const { db, env } = request.server
  const asked = request.body ?? {}
  requireReason(request.server, undefined, asked)
  const open =
    env.QUALITY_GATE === 'block'
      ? await db.row<{ period: string }>`
          select period from monthly_scores where id = ${request.params.id} and status <> 'final'`
      : undefined
  const judged = open ? await judgeBefore(request, open.period) : null
  return change(request, async (tx) => {
    const score = await lockNamed(tx, request)
    const { period, seller_id, status } = score
    if (status !== 'final') {
      await passGate(tx, request, judged, { period, score, scores: 1 }, asked)
      const [mismatch] = (await finalize(tx, request, period, [score], asked)).mismatches
      if (mismatch) throw engineMismatch(mismatch)
    }
    const warnings = [
      ...warnOfAppeals(await openAppeals(tx, period, seller_id)),
      ...warnOfNote(status === 'final' ? 1 : 0, asked),
    ]
    return { success: true, ...(warnings.length > 0 && { warnings }) }
  })
})

export const finalizePeriod = endpoint('POST', '/api/sos/monthly/finalize', 'scores.write', {
  operationId: 'finalizePeriod',
  summary: 'Make all scores of a period final',
  description:
    'All in one transaction. Scores that another version of the service computed, and this one can’t explain, stay as they are and are named in `warnings`, as are appeals that are still open; `reviewed_by` and `notes` are not kept with scores that were final before, which `warnings` says, too. 409 while a scoring run of the period is open. A month that is not over is a 409 (`month_not_over`) until `accept` names that. `quality` says how complete the month’s data look (GET /api/sos/monthly/quality); under QUALITY_GATE=block it is a 409 while they don’t, until `accept` names what blocks.',
  body: Closed({ period: Period(), ...acceptingNote }),
  response: {
    200: Type.Object({
      ...Success.properties,
      period: Period(),
      finalized: count('Scores that became final, those before a contract too', 198),
      before_contract: Type.Optional(
        count(
          'How many of the finalized are of a month before their seller’s contract: `finalized` less these were not final in the dashboard’s trend',
          2,
        ),
      ),
      already_final: count('Scores that were final before', 2),
      quality: Type.Optional(Quality),
    }),
  },
})(async (request) => {
  const { period, ...asked } = request.body
  requireReason(request.server, period, asked)
  const judged = request.server.env.QUALITY_GATE === 'off' ? null : await judgeBefore(request, period)
  const work = async (tx: Tx) => {
    await lockPeriod(tx, period)
    const run = await openRunOf(tx, period)
    if (run)
      throw conflict(
        'run_not_done',
        `Scoring run ${run.id} of ${period} is not done yet; finalize when it is.`,
      )
    const locked = await lockOpenScores(tx, period)
    const of = { period, score: null, scores: locked.length }
    const quality = await passGate(tx, request, locked.length > 0 ? judged : null, of, asked)
    const already_final = await tx.prisma.monthly_score.count({ where: { period, status: 'final' } })
    const { scores, mismatches } = await finalize(tx, request, period, locked, asked)
    const before_contract = scores.filter((one) => one.before_contract).length
    const warnings = [
      ...warnOfMismatches(mismatches),
      ...warnOfAppeals(await openAppeals(tx, period)),
      ...warnOfNote(already_final, asked),
    ]
    return {
      success: true as const,
      period,
      finalized: scores.length,
      ...(before_contract > 0 && { before_contract }),
      already_final,
      ...(quality && { quality }),
      ...(warnings.length > 0 && { warnings }),
    }
  }
  return change(request, work, BULK_TRANSACTION)
})

/**
 * Keeps the explanations of scores of a period that the transaction has locked and found not final, and makes them final
 * with their audit rows and events; answers those that other code has computed, which stay as they are. The locks make
 * it happen once for each score, whoever else finalizes or calculates at the same time. They are of scores, and what the
 * seller is does not count: one that is suspended meanwhile becomes final with the others.
 */
async function finalize(tx: Tx, request: FastifyRequest, period: string, locked: LockedScore[], note: Note) {
  const { events, env, jobs } = request.server
  const all = locked.map(({ seller_id }) => seller_id)
  const { mismatches, reasons } = await keepAndTell(tx, period, all, env.CURRENCY)
  const others = new Set(mismatches.map(({ seller_id }) => seller_id))
  const scores = locked.filter(({ seller_id }) => !others.has(seller_id))
  const sellers = scores.map(({ seller_id }) => seller_id)
  const statusBefore = new Map(scores.map(({ seller_id, status }) => [seller_id, status]))
  const final = (await markFinal(tx, period, sellers, note)).map((row) => ({
    seller_id: row.seller_id,
    record: recordOf(row),
  }))
  const previous = new Map((await previousTiers(tx, period, sellers)).map((row) => [row.seller_id, row]))
  await renewRisks(tx, sellers, period)
  await auditAll(
    tx,
    request,
    final.map(({ seller_id, record: { id, status, total_sos, is_rated, tier, reviewed_by, notes } }) => ({
      action: 'score.finalized',
      entity: 'monthly_score',
      entity_id: id,
      before: { status: statusBefore.get(seller_id) },
      after: { status, total_sos, is_rated, tier: tier.name, reviewed_by, notes },
    })),
  )
  await events.publish(
    tx,
    final.flatMap(({ seller_id, record }): NewEvent[] => {
      const before = previous.get(seller_id)
      const data = { ...record, reasons: reasons.get(seller_id) ?? [] }
      const finalized: NewEvent = {
        type: 'seller.score_finalized',
        seller_id,
        data: { ...data, previous: { status: statusBefore.get(seller_id) } },
      }
      if (!before || before.tier_name === record.tier.name) return [finalized]
      const { period, total_sos, is_rated } = before
      const shown = { period, total_sos, is_rated, tier: tierOf(before) }
      return [finalized, { type: 'seller.tier_changed', seller_id, data: { ...data, previous: shown } }]
    }),
  )
  await finalScoresChanged(jobs, tx, period)
  return { scores, mismatches }
}

const NAMED = 20

/** Warns, as answers carry it, when scores that become final have undecided appeals; else there is no warning. */
function warnOfAppeals(appeals: Awaited<ReturnType<typeof openAppeals>>): string[] {
  if (appeals.length === 0) return []
  const texts = appeals.map(
    ({ seller_code, company_name, component_appealed }) =>
      `${company_name} (${seller_code}) about ${COMPONENT_WORDS[component_appealed].label}`,
  )
  const appealOf = appeals.length === 1 ? 'The appeal of' : 'Appeals of'
  const open = appeals.length === 1 ? 'is open: its decision' : 'are open: their decisions'
  return [`${appealOf} ${named(texts, NAMED)} ${open} can still revise the final score.`]
}

const NOTE_WORDS = { reviewed_by: 'reviewer', notes: 'notes' }

/** Warns when scores were final before a finalize that says something of them: nothing of that is kept with them. */
function warnOfNote(final: number, note: Note): string[] {
  const said = (['reviewed_by', 'notes'] as const).filter((name) => note[name] !== undefined)
  if (final === 0 || said.length === 0) return []
  const [scores, they] = final === 1 ? ['1 score was', 'it does'] : [`${final} scores were`, 'they do']
  const words = said.map((name) => NOTE_WORDS[name]).join(' and ')
  return [`${scores} final before: ${they} not keep the ${words} of this request.`]
}

type LockedScore = Pick<ScoreRow, 'id' | 'seller_id' | 'period' | 'status' | 'before_contract'>

/** Locked until the transaction ends. @throws 404 when there is none, 412 when If-Match names another version */
const lockNamed = (tx: Tx, request: FastifyRequest<{ Params: { id: number } }>) =>
  lockRecord<LockedScore>(tx, request, 'monthly_scores', request.params.id, () =>
    notFound('score_not_found', `There is no monthly score ${request.params.id}.`),
  )

/** Locked in the order of sellers. One that is finalized while this waits for its row is left out once it is locked. */
const lockOpenScores = (tx: Tx, period: string) =>
  tx.rows<LockedScore>`
    select id, seller_id, period, status, before_contract from monthly_scores
    where period = ${period} and status <> 'final' order by seller_id for update`

const openAppeals = (tx: Tx, period: string, sellerId?: number) =>
  tx.rows<{ seller_code: string; company_name: string; component_appealed: Component }>(
    `select s.seller_code, s.company_name, a.component_appealed
    from appeals a join sellers s on s.id = a.seller_id
    where a.period = $1 and ${APPEAL_IS_OPEN} and ($2::int is null or a.seller_id = $2)
    order by a.id`,
    [period, sellerId],
  )

const markFinal = (tx: Tx, period: string, sellers: number[], { reviewed_by, notes }: Note) =>
  tx.rows<NamedScoreRow>`
    with score as (
      update monthly_scores
      set status = 'final', finalized_at = now(),
          reviewed_by = coalesce(${reviewed_by}, reviewed_by), notes = coalesce(${notes}, notes)
      where period = ${period} and seller_id = any(${sellers}) and status <> 'final'
      returning *
    )
    select score.*, s.seller_code, s.company_name, a.name as am_name
    from score join sellers s on s.id = score.seller_id left join account_managers a on a.id = score.am_id
    order by score.seller_id`

const previousTiers = (tx: Tx, period: string, sellers: number[]) =>
  tx.rows<ScoreRow>`
    select distinct on (seller_id) *
    from monthly_scores where seller_id = any(${sellers}) and period < ${period}
    order by seller_id, period desc`

export const reviewScore = endpoint('PATCH', '/api/sos/monthly/:id/review', 'scores.write', {
  operationId: 'reviewMonthlyScore',
  summary: 'Put a score under review',
  description: 'From draft or under_review; a final score is a 409.',
  params,
  ...ifUnchanged,
  body: OptionalBody(note),
})((request) =>
  change(request, async (tx) => {
    const note = request.body ?? {}
    const score = await lockNamed(tx, request)
    if (score.status === 'final')
      throw conflict('score_final', "The score is final and can't be put under review.")
    const where = { seller_id_period: { seller_id: score.seller_id, period: score.period } }
    await tx.prisma.monthly_score.update({ where, data: { ...note, status: 'under_review' } })
    await requireExplanations(tx, score.period, [score.seller_id])
    await audit(tx, request, {
      action: 'score.reviewed',
      entity: 'monthly_score',
      entity_id: score.id,
      before: { status: score.status },
      after: { status: 'under_review', ...note },
    })
    return { success: true }
  }),
)
