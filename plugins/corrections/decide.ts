import { Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { rulesHash } from '../../src/domain/config/rules-hash.ts'
import { requireFacts } from '../../src/domain/facts/retention-deletions.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import { audit, change, requireMatch } from '../../src/platform/http/requests/change.ts'
import { endpoint, ifUnchanged } from '../../src/platform/http/route.ts'
import { OptionalBody, Text } from '../../src/platform/schemas/schemas.ts'
import { CORRECTIONS, endRun } from '../../src/runs/run-tables.ts'
import { lateFactsOf, rulesOfMonth } from './compute.ts'
import { correctionApply } from './correction-apply.ts'
import { findCorrection } from './get.ts'
import { type Correction, type CorrectionStatus, params, tags } from './schemas.ts'

const decision = OptionalBody({
  notes: Type.Optional(Text(1000, { description: 'Why', examples: ['Checked against the paper of 3 July'] })),
})

/** What becomes of a correction, which is locked, is decided by one at a time. `act` answers warnings. */
const decide = (
  verb: 'approve' | 'reject',
  action: `correction.${'approved' | 'rejected'}`,
  description: string,
  act: (tx: Tx, before: Correction, request: FastifyRequest) => Promise<string[] | undefined>,
) =>
  endpoint('POST', `/api/sos/monthly/corrections/:id/${verb}`, 'scores.write', {
    tags,
    operationId: `${verb}Correction`,
    summary: verb === 'approve' ? 'Approve a correction' : 'Reject a correction',
    description,
    params,
    body: decision,
    ...ifUnchanged,
  })((request) =>
    change(request, async (tx) => {
      const { actor, params, body } = request
      const { id } = params
      const before = await findCorrection(tx, id, 'for update of c')
      await requireMatch(tx, request, 'corrections', id)
      requireDecidable(before)
      const warnings = await act(tx, before, request)
      await tx.run`
        update corrections set decided_by = ${actor.id}, decided_at = clock_timestamp(), notes = ${body?.notes ?? null}
        where id = ${id}`
      const after = { ...(await findCorrection(tx, id)), warnings }
      await audit(tx, request, { action, entity_id: id, before, after })
      return { success: true as const, ...(warnings && warnings.length > 0 && { warnings }) }
    }),
  )

/** The second person wants it: a job of each batch writes the next revision of the scores that change. */
export const approveCorrection = decide(
  'approve',
  'correction.approved',
  'By another person than asked for it, whatever the role. A job then gives every score that changes its next revision, with its explanation, audit row and `seller.score_adjusted` event, and `seller.tier_changed` where the tier moves. Surcharges are not evaluated again. The change of later months is renewed; certificates of final ones stay as they were made. 409 for a dry run, and when any of its scores has got another revision since. `warnings` say when rules or facts of the month have changed since it was computed.',
  async (tx, before, { actor, server }) => {
    const { id, period } = before
    if (before.requested_by === actor.id)
      throw conflict(
        'second_person_needed',
        `You have asked for correction ${id}; somebody else must approve it.`,
      )
    await requireNewest(tx, before)
    await requireFacts(tx, period)
    const warnings = await warningsOf(tx, before)
    const batches = await beginApplying(tx, id, actor.id)
    await server.jobs.sendAll(
      tx,
      correctionApply,
      batches.map((batch) => ({ correction_id: id, batch, applies: true as const })),
    )
    return warnings
  },
)

/** No score changes, and the month may get another correction. */
export const rejectCorrection = decide(
  'reject',
  'correction.rejected',
  'By another person, or by the one who asked, who takes it back so. No score changes, and the month may get another one.',
  async (tx, { id }) => {
    await endRun(tx, CORRECTIONS, id, { from: ['proposed'], status: 'rejected' })
    return undefined
  },
)

/** @throws 409 that says how many of its scores, gone ones too, have got another revision since */
async function requireNewest(tx: Tx, { id, period }: Correction) {
  const count = await tx.value<number>`
    select count(*)
    from correction_scores c
      left join monthly_scores m on m.seller_id = c.seller_id and m.period = ${period}
    where c.correction_id = ${id}
      and (m.revision is distinct from c.revision or m.status is distinct from 'final')`
  if (count > 0)
    throw conflict(
      'correction_outdated',
      `${count} of the scores that correction ${id} changes ${count === 1 ? 'has' : 'have'} got another revision since: have it rejected, and ask for another one.`,
    )
}

async function warningsOf(tx: Tx, { id, period }: Correction): Promise<string[]> {
  const basis = await tx.one<{ rules_sha256: string | null; late: number }>`
    select rules_sha256, coalesce(late, 0)::bigint as late from corrections where id = ${id}`
  const rules = rulesHash(await scoringRulesOf(tx, period))
  const warnings: string[] = []
  if (basis.rules_sha256 !== null && rules !== basis.rules_sha256)
    warnings.push(
      `The rules of ${period} have changed since correction ${id} was computed: it is by those before.`,
    )
  if ((await lateFactsOf(tx, period)) !== basis.late)
    warnings.push(`Facts of ${period} have come since correction ${id} was computed: it does not count them.`)
  return warnings
}

/**
 * Makes the runs that the corrected scores are of, one of each of its months, of the sellers that change; answers the
 * batches that have any of them. No run goes on from one of named sellers.
 */
async function beginApplying(tx: Tx, id: number, user: number): Promise<number[]> {
  await tx.run(
    `with month as (
      select c.period, ${rulesOfMonth('it')} as rules, c.engine, c.id, n, it,
             (select array_agg(s.seller_id order by s.seller_id)
              from correction_scores s join correction_batches b using (correction_id, batch)
              where s.correction_id = c.id and b.month = n - 1) as seller_ids
      from corrections c, jsonb_array_elements(c.months) with ordinality m(it, n) where c.id = $1
    ), made as (
      insert into scoring_runs (
        period, status, seller_ids, requested_by, started_at, finished_at, month_start, as_of, as_of_date, counting, feeds_in_use,
        rules, engine, batches_total, sellers_total, sellers_scored, rated, unrated, unrated_reasons, correction_id)
      select period, 'completed', coalesce(seller_ids, '{0}'), $2::int, now(), clock_timestamp(),
             (it ->> 'month_start')::timestamptz, (it ->> 'as_of')::timestamptz, (it ->> 'as_of_date')::date, it ->> 'counting', it -> 'feeds',
             rules, engine, 0, coalesce(cardinality(seller_ids), 0), coalesce(cardinality(seller_ids), 0),
             null, null, null, id
      from month order by n
      returning id
    )
    update corrections set status = 'applying', run_ids = (select array_agg(id order by id) from made)
    where id = $1`,
    [id, user],
  )
  return tx.column<number>`
    select distinct batch from correction_scores where correction_id = ${id} order by batch`
}

const WHY_NOT: Record<Exclude<CorrectionStatus, 'proposed'>, string> = {
  queued: 'is not computed yet: wait until it is proposed',
  computing: 'is not computed yet: wait until it is proposed',
  computed: 'changes no score, so there is nothing to decide',
  applying: 'is approved',
  completed: 'is completed',
  rejected: 'is rejected',
  failed: 'has failed: ask for another one',
}

/** @throws 409 unless a correction waits to be decided */
function requireDecidable({ id, status, dry_run, decided_by_name: by }: Correction) {
  if (dry_run)
    throw conflict(
      'transition_not_allowed',
      `Correction ${id} is a dry run, which only shows what would change: ask for one without dry_run.`,
    )
  if (status !== 'proposed')
    throw conflict(
      'transition_not_allowed',
      `Correction ${id} ${WHY_NOT[status]}${by ? `: ${by} has decided it, which is final` : ''}.`,
    )
}
