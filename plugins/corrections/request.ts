import type { FastifyInstance } from 'fastify'
import { runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { requireFacts } from '../../src/domain/facts/retention-deletions.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import { badRequest, conflict } from '../../src/platform/http/errors/problems.ts'
import { audit, change } from '../../src/platform/http/requests/change.ts'
import type { Handler } from '../../src/platform/http/route.ts'
import { CORRECTIONS, countOpen } from '../../src/runs/run-tables.ts'
import { correctionRun } from './correction-run.ts'
import type { CorrectionStatus, requestRoute } from './schemas.ts'

/** So many corrections may be open at a time: each keeps the scores that it proposes. */
export const MOST_OPEN = 12

/** Asks for a correction of a month; nothing of it changes before a second person approves. */
export const requestCorrection: Handler<typeof requestRoute> = (request) =>
  change(request, async (tx) => {
    const { body, server, actor } = request
    const { period, reason, dry_run = false, facts_only = false, seller_codes = null } = body
    const running = runningPeriod(server)
    if (period >= running)
      throw badRequest(
        'month_not_finished',
        `period ${period} is not over: a correction is of a finished month, up to ${shiftPeriod(running, -1)}`,
      )
    const hasFinal = await tx.value<boolean>`
      select exists (select from monthly_scores where period = ${period} and status = 'final')`
    if (!hasFinal)
      throw badRequest(
        'month_not_final',
        `period: ${period} has no final scores; calculate it instead, which rewrites what is not final`,
      )
    const seller_ids = seller_codes && (await namedSellers(tx, period, seller_codes))
    await requireFacts(tx, period)
    const open = await countOpen(tx, CORRECTIONS)
    const asked = { period, reason, dry_run, facts_only }
    const id = await queueCorrection(tx, server, { ...asked, seller_ids, requested_by: actor.id })
    if (id === undefined) throw await alreadyOpen(tx, period)
    if (open >= MOST_OPEN)
      throw conflict(
        'too_many_corrections',
        `${MOST_OPEN} corrections are open: have one of them approved or rejected first.`,
      )
    const after = { ...asked, seller_codes }
    await audit(tx, request, { action: 'correction.requested', entity_id: id, after })
    return { success: true as const, id }
  })

/** The sellers of these codes, in their order. @throws 400 that names one without a final score of the month */
async function namedSellers(tx: Sql, period: string, names: string[]): Promise<number[]> {
  const rows = await tx.rows<{ name: string; id: number | null }>`
    select name, m.seller_id as id
    from unnest(${names}::text[]) with ordinality n(name, position)
      left join sellers s on s.seller_code = name
      left join monthly_scores m on m.seller_id = s.id and m.period = ${period} and m.status = 'final'
    order by position`
  const missing = rows.find(({ id }) => id === null)
  if (missing)
    throw badRequest('unknown_reference', `seller_codes: ${missing.name} has no final score of ${period}`)
  return [...new Set(rows.map(({ id }) => id as number))].sort((a, b) => a - b)
}

async function alreadyOpen(tx: Sql, period: string) {
  const open = await tx.row<{ id: number; status: CorrectionStatus }>`
    select id, status from corrections where open_period = ${period}`
  return conflict(
    'correction_open',
    open
      ? `Correction ${open.id} of ${period} is ${open.status}: ${open.status === 'proposed' ? 'have it approved or rejected' : 'wait for it'}.`
      : `Another correction of ${period} has just ended: try again.`,
  )
}

interface NewCorrection {
  period: string
  reason: string
  dry_run: boolean
  facts_only: boolean
  /** null: all with a final score */
  seller_ids: number[] | null
  /** null: the service itself */
  requested_by: number | null
}

/** Makes a correction and its job. Answers its id; undefined while another one of its month is open. */
export async function queueCorrection(
  tx: Transaction,
  { jobs }: Pick<FastifyInstance, 'jobs'>,
  { period, reason, dry_run, facts_only, seller_ids, requested_by }: NewCorrection,
): Promise<number | undefined> {
  const made = await tx.row<{ id: number }>`
    insert into corrections (period, open_period, reason, dry_run, facts_only, seller_ids, requested_by)
    values (${period}, ${period}, ${reason}, ${dry_run}, ${facts_only}, ${seller_ids}::int[], ${requested_by})
    on conflict (open_period) do nothing
    returning id`
  if (made) await jobs.send(tx, correctionRun, { correction_id: made.id })
  return made?.id
}
