import type { FastifyRequest } from 'fastify'
import { isCheckId } from '../../../src/domain/quality/judge/check.ts'
import { judgeMonth, REPORT_MS } from '../../../src/domain/quality/judge-month.ts'
import { keepReport } from '../../../src/domain/quality/kept-reports-queries.ts'
import { judgeScores, type Report, reportOf } from '../../../src/domain/quality/quality-report.ts'
import type { Quality } from '../../../src/domain/quality/report-schema.ts'
import { audit } from '../../../src/platform/database/audit.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { lookAside } from '../../../src/platform/database/look-aside.ts'
import { badRequest, conflict, serviceUnavailable } from '../../../src/platform/http/problems.ts'

/** What a finalize says about the month's data. */
export interface Acceptance {
  accept?: string[]
  notes?: string
}

/** What is finalized: all open scores of the period, or one. */
interface Finalized {
  period: string
  score: { id: number; seller_id: number } | null
}

/**
 * Judges a month's data before it is finalized, and before anything is locked. Undefined when it could not be judged:
 * that alone keeps nobody from finalizing, unless the gate blocks.
 * @throws 400 for an acceptance of what is no check, or without a reason
 */
export async function judgeBefore(
  { server, log }: FastifyRequest,
  period: string,
  { accept = [], notes }: Acceptance,
): Promise<Report | undefined> {
  const unknown = accept.find((id) => !isCheckId(id))
  if (unknown !== undefined)
    throw badRequest(
      'invalid_field',
      `accept names ${unknown}, which is no check: GET /api/sos/monthly/quality?period=${period} lists those of the month`,
    )
  if (accept.length > 0 && notes === undefined)
    throw badRequest(
      'field_required',
      'notes is required with accept: say why the data are right as they are',
    )
  try {
    return await judgeMonth(server, period)
  } catch (error) {
    log.warn({ err: error, period }, 'the data of the month could not be judged')
    return undefined
  }
}

/**
 * Lets a finalize pass, in its transaction and with its scores locked: whether facts have come since their run read them
 * is judged here, all else is as it was before. Keeps the report, and who accepted what.
 * @throws 409 when the gate blocks and a check that blocks is not accepted; 503 when it blocks and nothing is known
 */
export async function passGate(
  tx: Tx,
  request: FastifyRequest,
  judged: Report | undefined,
  { period, score }: Finalized,
  { accept = [], notes }: Acceptance,
): Promise<Quality> {
  const { QUALITY_GATE } = request.server.env
  const late = await judgeLate(tx, request, { period, score })
  const isJudged = judged !== undefined && late !== undefined
  if (!isJudged && QUALITY_GATE === 'block')
    throw serviceUnavailable(
      'quality_not_judged',
      `The data of ${period} could not be judged, and QUALITY_GATE is block: try again.`,
    )
  const before = (judged?.checks ?? []).filter(({ id }) => id !== 'recalculate')
  const report = reportOf([...before, ...(late ?? [])])
  const accepted = report.checks.map(({ id }) => id).filter((id) => accept.includes(id))
  if (QUALITY_GATE === 'block') requireAccepted(period, report, accepted)
  const quality: Quality = { result: isJudged ? report.result : 'unknown', checks: report.checks, accepted }
  const user_id = request.actor.id
  await keepReport(tx, { ...quality, period, score_id: score?.id ?? null, user_id, notes: notes ?? null })
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
async function judgeLate(tx: Tx, { server, log }: FastifyRequest, { period, score }: Finalized) {
  const asked = { period, time_zone: server.env.BUSINESS_TIMEZONE }
  try {
    return await lookAside(tx, REPORT_MS, () => judgeScores(tx, asked, score && [score.seller_id]))
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
  throw conflict(
    'quality_blocked',
    `${period} is not finalized, because its data look incomplete. ${sentences} Put that right and calculate again, or finalize with "accept": ${ids} and notes that say why.`,
  )
}
