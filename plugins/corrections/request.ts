import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { runningPeriod, shiftPeriod } from '../../src/domain/business-time.ts'
import { requireFacts } from '../../src/domain/facts/retention-deletions.ts'
import type { Sql, Transaction } from '../../src/platform/database/database.ts'
import { badRequest, conflict } from '../../src/platform/http/errors/problems.ts'
import { audit, change } from '../../src/platform/http/requests/change.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, Created, Nullable, Period, Text } from '../../src/platform/schemas/schemas.ts'
import { CORRECTIONS, countOpen } from '../../src/runs/run-tables.ts'
import { correctionRun } from './compute.ts'
import { type Correction, FACTS_ONLY, tags } from './schemas.ts'

/** So many corrections may be open at a time: each keeps the scores that it proposes. */
export const MOST_OPEN = 12

export const requestCorrection = endpoint('POST', '/api/sos/monthly/corrections', 'scores.write', {
  tags,
  operationId: 'requestCorrection',
  summary: 'Correct a month that was finalized wrongly',
  description:
    'Computes the final scores of a month again: by the rules that are effective for it today, with the exceptions in force in it as they are today, and the facts and feeds as they are known today, as of the same instant; then the appeals that were approved on top. The seller’s contract and previous total stay those that the score was made with. With `facts_only`, only facts that came late or were changed are new. Scores that are not final are left alone: calculate them. Nothing changes before a second person approves; with `dry_run` nobody can, it only shows who changes and by how much. 400 for a month that is not over or has no final scores, and for a seller without one; 409 while another correction of the month is open, and when retention has deleted facts of it.',
  body: Closed({
    period: Period({ description: 'The month', examples: ['2026-05'] }),
    reason: Text(1000, {
      description: 'What is wrong with the month',
      examples: ['The curve of on_time_ready_rate was entered wrongly'],
    }),
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only show', examples: [true] })),
    facts_only: Type.Optional(Type.Boolean({ default: false, description: FACTS_ONLY, examples: [true] })),
    seller_codes: Type.Optional(
      Nullable(
        Type.Array(Text(80, { examples: ['S-1001'] }), {
          minItems: 1,
          maxItems: 1000,
          examples: [['S-1001']],
        }),
        { description: 'Only these sellers; without it, or null, all with a final score' },
      ),
    ),
  }),
  response: { 200: Created },
})((request) =>
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
  }),
)

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
  const open = await tx.row<Pick<Correction, 'id' | 'status'>>`
    select id, status from corrections where open_period = ${period}`
  return conflict(
    'correction_open',
    open
      ? `Correction ${open.id} of ${period} is ${open.status}: ${open.status === 'proposed' ? 'have it approved or rejected' : 'wait for it'}.`
      : `Another correction of ${period} has just ended: try again.`,
  )
}

/** The sellers are null for all with a final score, the user for the service itself. */
type NewCorrection = Pick<Correction, 'period' | 'reason' | 'dry_run' | 'facts_only' | 'requested_by'> & {
  seller_ids: number[] | null
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
