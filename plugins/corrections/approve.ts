import { rulesHash } from '../../src/domain/config/rules-hash.ts'
import { requireFacts } from '../../src/domain/facts/deleted-facts.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import { audit } from '../../src/platform/database/audit.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { change } from '../../src/platform/http/idempotency.ts'
import { conflict } from '../../src/platform/http/problems.ts'
import { basisOf, beginApplying, countOutdated, keepDecision } from './approve-queries.ts'
import { correctionApply } from './jobs/correction-apply.ts'
import { type Correction, findCorrection, lateFactsOf, lockCorrection } from './queries.ts'
import { found } from './reading.ts'
import type { decideSchemas } from './schemas.ts'
import { requireDecidable, requireSecondPerson } from './second-person.ts'

/** The second person wants it: a job of each batch writes the next revision of the scores that change. */
export const approveCorrection: Handler<typeof decideSchemas.approve> = (request) =>
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
      entity: 'correction',
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
    ...(rules === basis.rules_sha256
      ? []
      : [`The rules of ${period} have changed since correction ${id} was computed: it is by those before.`]),
    ...(late === basis.late
      ? []
      : [`Facts of ${period} have come since correction ${id} was computed: it does not count them.`]),
  ]
}
