import { fileAppeal } from '../../../src/domain/appeals/file-appeal.ts'
import { lockScore } from '../../../src/domain/appeals/file-queries.ts'
import { BULK_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { badRequest, conflict } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { change } from '../../../src/platform/http/requests/idempotency.ts'
import { completed } from '../get.ts'
import { proposalOf } from './proposal.ts'
import { type Filed, MOST_PROPOSED, type proposeRoute, type Skipped } from './propose-schemas.ts'
import { type DriftedScore, driftedScores, openAppealOf, unknownCode } from './queries.ts'

type Request = Parameters<Handler<typeof proposeRoute>>[0]

/**
 * Files what a drift found as appeals. All scores are locked in one order, so that of two who ask at once one files.
 */
export const proposeDrift: Handler<typeof proposeRoute> = async (request) => {
  const { server, params, body } = request
  const { id, kind } = await completed(server, params.id)
  if (kind !== 'drift')
    throw conflict('backtest_no_drift', `Backtest ${id} is of a draft: only a drift proposes appeals`)
  const { seller_codes: codes = null, in_favour } = body
  if ((codes === null) === (in_favour === undefined))
    throw badRequest('field_required', 'seller_codes or in_favour is required, and only one of them')
  return change(
    request,
    async (tx) => {
      const drifted = await driftedOf(tx, id, codes)
      const filed: Filed[] = []
      const skipped: Skipped[] = unmoved(codes, drifted)
      for (const score of drifted) {
        const { seller_code, period } = score
        const outcome = await propose(tx, request, id, score)
        if ('appeal_id' in outcome) filed.push({ seller_code, period, ...outcome })
        else skipped.push({ seller_code, period, ...outcome })
      }
      return { success: true as const, filed, skipped }
    },
    BULK_TRANSACTION,
  )
}

/** @throws 400 for a code that no seller has, and for more scores than may be proposed at a time */
async function driftedOf(tx: Tx, id: number, codes: string[] | null): Promise<DriftedScore[]> {
  const unknown = codes && (await unknownCode(tx, codes))
  if (unknown) throw badRequest('unknown_reference', `seller_codes: there is no seller ${unknown}`)
  const drifted = await driftedScores(tx, id, codes, MOST_PROPOSED + 1)
  if (drifted.length > MOST_PROPOSED)
    throw badRequest(
      'too_many_proposals',
      `More than ${MOST_PROPOSED} scores would be proposed: name sellers in seller_codes, some at a time`,
    )
  return drifted
}

/** Those that were named and do not drift. */
function unmoved(codes: string[] | null, drifted: DriftedScore[]): Skipped[] {
  const moved = new Set(drifted.map(({ seller_code }) => seller_code))
  return [...new Set(codes ?? [])]
    .filter((code) => !moved.has(code))
    .map((seller_code) => ({ seller_code, period: null, reason: 'Nothing differs' }))
}

/** Files the appeal of one score, unless something speaks against it. */
async function propose(
  tx: Tx,
  request: Request,
  backtest_id: number,
  { seller_id, period, am_id, drift, ...moved }: DriftedScore,
): Promise<{ appeal_id: number } | { reason: string }> {
  const score = await lockScore(tx, { seller_id, period })
  const open = await openAppealOf(tx, seller_id, period)
  if (open) return { reason: `It has an open appeal: ${open.id}` }
  if (score?.status !== 'final' || score.revision !== drift.revision)
    return { reason: 'Its score has got another revision since: make another drift' }
  if (am_id === null) return { reason: 'It has no account manager' }
  const proposal = proposalOf({ period, drift, backtest_id, ...moved })
  const appeal = await fileAppeal(tx, request.server, request, score, {
    ...{ seller_id, period, submitted_by_am_id: am_id, created_by: request.actor.id },
    ...proposal,
    appeal_reason_type: 'late_data',
  })
  return appeal ? { appeal_id: appeal.id } : { reason: 'It has an open appeal' }
}
