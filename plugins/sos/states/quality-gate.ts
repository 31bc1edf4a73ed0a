import type { FastifyRequest } from 'fastify'
import { isCheckId, type Quality } from '../../../src/domain/quality/finding.ts'
import {
  judgeEnd,
  judgeMonth,
  judgeScores,
  keepReport,
  REPORT_MS,
  type Report,
  reportOf,
  shownReport,
} from '../../../src/domain/quality/report.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { readInSavepoint } from '../../../src/platform/database/statements/in-snapshot.ts'
import { badRequest, conflict, serviceUnavailable } from '../../../src/platform/http/errors/problems.ts'
import { audit } from '../../../src/platform/http/requests/change.ts'
import type { AcceptingNote } from './finalize.ts'

/** What is finalized: all open scores of the period, or one; and how many these are. */
interface Finalized {
  period: string
  score: { id: number; seller_id: number } | null
  scores: number
}

/** @throws 400 for an acceptance of what is no check, or without a reason */
export function requireReason(
  { feeds }: FastifyRequest['server'],
  period: string | undefined,
  { accept = [], notes = '' }: AcceptingNote,
) {
  const unknown = accept.find((id) => !isCheckId(id, feeds))
  if (unknown !== undefined)
    throw badRequest(
      'invalid_field',
      `accept names ${unknown}, which is no check: GET /api/sos/monthly/quality${period ? `?period=${period}` : ''} lists those of the month`,
    )
  if (accept.length > 0 && notes.trim() === '')
    throw badRequest(
      'field_required',
      'notes is required with accept: say why the data are right as they are',
    )
}

/**
 * Judges a month's data before it is finalized, and before anything is locked. That they could not be judged alone
 * keeps nobody from finalizing, unless the gate blocks: then there is no report.
 */
export async function judgeBefore({ server, log }: FastifyRequest, period: string) {
  try {
    return await judgeMonth(server, period)
  } catch (error) {
    log.warn({ err: error, period }, 'the data of the month could not be judged')
    return undefined
  }
}

/**
 * Lets a finalize pass, in its transaction and with its scores locked: whether the month is over, and whether facts
 * have come since their run read them, is judged here, all else is as it was before. Keeps the report, and who accepted
 * what.
 * @param judged what was found before; undefined when that could not be, null when the data are not judged: then only a
 *   month that is not over is found
 * @throws 409 when a check that blocks is not accepted; 503 when the gate blocks and nothing is known
 */
export async function passGate(
  tx: Tx,
  request: FastifyRequest,
  judged: Report | undefined | null,
  { period, score, scores }: Finalized,
  { accept = [], notes }: AcceptingNote,
): Promise<Quality | undefined> {
  const { QUALITY_GATE: gate, BUSINESS_TIMEZONE } = request.server.env
  const end = await judgeEnd(tx, period, BUSINESS_TIMEZONE)
  const late = judged === null ? [] : await judgeLate(tx, request, period, score)
  const again = [...end, ...(late ?? [])]
  const before = (judged?.checks ?? []).filter(
    ({ id }) => id !== 'recalculate' && again.every((check) => check.id !== id),
  )
  const found = reportOf([...again, ...before])
  const report = shownReport(found, gate)
  const accepted = report.checks.map(({ id }) => id).filter((id) => accept.includes(id))
  requireAccepted(period, report, accepted)
  const isKnown = late !== undefined && judged !== undefined
  if (!isKnown && gate === 'block')
    throw serviceUnavailable(
      'quality_not_judged',
      `The data of ${period} could not be judged, and QUALITY_GATE is block: try again.`,
    )
  if (scores === 0 || (judged === null && report.checks.length === 0)) return undefined
  const quality: Quality = { result: isKnown ? report.result : 'unknown', checks: report.checks, accepted }
  await keepReport(tx, {
    ...quality,
    ...{ checks: found.checks, period, score_id: score?.id ?? null },
    ...{ user_id: request.actor.id, notes: notes ?? null },
  })
  if (accepted.length > 0)
    await audit(tx, request, {
      action: 'quality.accepted',
      entity: score ? 'monthly_score' : 'period',
      entity_id: score?.id ?? period,
      after: { period, accepted, notes, checks: report.checks.filter(({ id }) => accepted.includes(id)) },
    })
  return quality
}

/** Whether facts have come since the run read them. Undefined when that can't be judged: the transaction goes on. */
async function judgeLate(tx: Tx, { server, log }: FastifyRequest, period: string, score: Finalized['score']) {
  const asked = { period, time_zone: server.env.BUSINESS_TIMEZONE, feeds: server.feeds }
  try {
    return await readInSavepoint(tx, REPORT_MS, () => judgeScores(tx, asked, score && [score.seller_id]))
  } catch (error) {
    log.warn({ err: error, period }, 'whether facts have come since the run could not be judged')
    return undefined
  }
}

/** @throws 409 that says what is missing, and what to send to finalize all the same */
function requireAccepted(period: string, { checks }: Report, accepted: string[]) {
  const blocking = checks.filter(({ id, level }) => level === 'block' && !accepted.includes(id))
  if (blocking.length === 0) return
  const sentences = blocking.map(({ sentence }) => sentence).join(' ')
  const ids = JSON.stringify([...accepted, ...blocking.map(({ id }) => id)])
  if (blocking.some(({ id }) => id === 'month_not_over'))
    throw conflict(
      'month_not_over',
      `${period} is not finalized. ${sentences} Finalize it when it is over, or with "accept": ${ids} and notes that say why.`,
    )
  throw conflict(
    'quality_blocked',
    `${period} is not finalized, because its data look incomplete. ${sentences} Put that right and calculate again, or finalize with "accept": ${ids} and notes that say why.`,
  )
}
