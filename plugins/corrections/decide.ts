import { rulesHash } from '../../src/domain/config/rules-hash.ts'
import { requireFacts } from '../../src/domain/facts/retention-deletions.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import { audit } from '../../src/platform/access/audit.ts'
import type { Actor } from '../../src/platform/access/identity.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/requests/idempotency.ts'
import { CORRECTIONS, endRun } from '../../src/runs/run-tables.ts'
import { found } from './get.ts'
import { correctionApply } from './jobs/correction-apply.ts'
import {
  basisOf,
  beginApplying,
  countOutdated,
  findCorrection,
  keepDecision,
  lateFactsOf,
  lockCorrection,
} from './queries.ts'
import type { Correction, CorrectionStatus, decideRoutes } from './schemas.ts'

/** The second person wants it: a job of each batch writes the next revision of the scores that change. */
export const approveCorrection: Handler<typeof decideRoutes.approve> = (request) =>
  change(request, async (tx) => {
    const { actor, params, body, server } = request
    const before = found(await lockCorrection(tx, params.id), params.id)
    const { id, period } = before
    requireDecidable(before)
    requireSecondPerson(before, actor)
    await requireNewest(tx, before)
    await requireFacts(tx, period)
    const warnings = await warningsOf(tx, before)
    await keepDecision(tx, id, actor.id, body?.notes ?? null)
    const batches = await beginApplying(tx, id, actor.id)
    await server.jobs.sendAll(
      tx,
      correctionApply,
      batches.map((batch) => ({ correction_id: id, batch, applies: true as const })),
    )
    await audit(tx, request, {
      action: 'correction.approved',
      entity_id: id,
      before,
      after: { ...(await findCorrection(tx, id)), warnings },
    })
    return { success: true as const, ...(warnings.length > 0 && { warnings }) }
  })

/** @throws 409 that says how many of its scores have got another revision since */
async function requireNewest(tx: Tx, { id, period }: Correction) {
  const count = await countOutdated(tx, id, period)
  if (count > 0)
    throw conflict(
      'correction_outdated',
      `${count} of the scores that correction ${id} changes ${count === 1 ? 'has' : 'have'} got another revision since: have it rejected, and ask for another one.`,
    )
}

/** What has changed since it was computed, and is not in it. */
async function warningsOf(tx: Tx, { id, period }: Correction): Promise<string[]> {
  const basis = await basisOf(tx, id)
  const rules = rulesHash(await scoringRulesOf(tx, period))
  const late = await lateFactsOf(tx, period)
  return [
    ...(basis.rules_sha256 === null || rules === basis.rules_sha256
      ? []
      : [`The rules of ${period} have changed since correction ${id} was computed: it is by those before.`]),
    ...(late === basis.late
      ? []
      : [`Facts of ${period} have come since correction ${id} was computed: it does not count them.`]),
  ]
}

/**
 * The second person does not want it, or the first takes it back: no score changes, and the month may get another
 * correction.
 */
export const rejectCorrection: Handler<typeof decideRoutes.reject> = (request) =>
  change(request, async (tx) => {
    const { actor, params, body } = request
    const before = found(await lockCorrection(tx, params.id), params.id)
    requireDecidable(before)
    await keepDecision(tx, before.id, actor.id, body?.notes ?? null)
    await endRun(tx, CORRECTIONS, before.id, { from: ['proposed'], status: 'rejected' })
    await audit(tx, request, {
      action: 'correction.rejected',
      entity_id: before.id,
      before,
      after: await findCorrection(tx, before.id),
    })
    return { success: true as const }
  })

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

/** @throws 409 when the actor is the one who asked for it: to take it back, one rejects it */
function requireSecondPerson({ id, requested_by }: Correction, actor: Actor) {
  if (requested_by === actor.id)
    throw conflict(
      'second_person_needed',
      `You have asked for correction ${id}; somebody else must approve it.`,
    )
}
