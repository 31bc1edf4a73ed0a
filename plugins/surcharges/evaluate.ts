import type { FastifyRequest } from 'fastify'
import { runningPeriod } from '../../src/domain/business-time.ts'
import { chunksOf } from '../../src/domain/chunks.ts'
import { warnOfMismatches } from '../../src/domain/scores/engine-mismatch.ts'
import { BULK_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Transaction } from '../../src/platform/database/database.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { bulkChange } from '../../src/platform/http/requests/idempotency.ts'
import { decimalsOfCurrency } from '../../src/scoring/currency.ts'
import { createAll } from './create.ts'
import { type DueSurcharge, dueSurcharges, ruledSurcharges, ruleKey } from './due.ts'
import type { EvaluatedSurcharge, evaluateRoute } from './evaluation-schemas.ts'
import { lockSellers, type SurchargeDraft } from './queries.ts'

/** Surcharges that are written by one statement, each with its audit row and events. */
const WRITTEN_AT_ONCE = 2_000

export const evaluateMonth: Handler<typeof evaluateRoute> = async (request) => {
  const { body, server } = request
  const { period, dry_run } = body
  if (period > runningPeriod(server))
    throw badRequest('period_in_future', `period ${period} lies in the future`)
  const { due, mismatches } = await dueSurcharges(server.db, period, decimalsOfCurrency(server.env.CURRENCY))
  const warnings = warnOfMismatches(mismatches)
  const before = new Set((await ruledSurcharges(server.db, period)).map(ruleKey))
  const missing = due.filter((one) => !before.has(keyOf(one)))
  return bulkChange(
    request,
    async (tx) => {
      const created = new Set(
        dry_run ? missing.map(keyOf) : await createMissing(tx, request, period, missing),
      )
      const data = due.map((one) => shown(one, created.has(keyOf(one))))
      return {
        success: true,
        period,
        dry_run,
        created: created.size,
        existing: due.length - created.size,
        data,
        ...(warnings.length > 0 && { warnings }),
      }
    },
    BULK_TRANSACTION,
  )
}

/** Creates what is missing. Two evaluations at once meet at the unique key, and one creates each. */
async function createMissing(
  tx: Transaction,
  request: FastifyRequest,
  period: string,
  missing: DueSurcharge[],
): Promise<string[]> {
  const made: string[] = []
  for (const part of chunksOf(missing, WRITTEN_AT_ONCE)) {
    const sellers = await lockSellers(tx, [...new Set(part.map(({ seller_id }) => seller_id))])
    const drafts = part.map((one) => draftOf(one, period))
    for (const surcharge of await createAll(tx, request, sellers, drafts)) made.push(ruleKey(surcharge))
  }
  return made
}

const draftOf = (due: DueSurcharge, period: string): SurchargeDraft => ({
  seller_id: due.seller_id,
  period,
  surcharge_type: due.surcharge_type,
  amount: due.amount,
  trigger_details: due.trigger_details,
  status: 'pending',
  rule_id: due.rule.id,
})

const keyOf = ({ seller_id, rule }: DueSurcharge) => ruleKey({ seller_id, rule_id: rule.id })

const shown = (due: DueSurcharge, created: boolean): EvaluatedSurcharge => ({
  seller_code: due.seller_code,
  surcharge_type: due.surcharge_type,
  amount: Number(due.amount),
  rule_id: due.rule.id,
  metric: due.metric,
  value: due.value,
  threshold: due.threshold,
  reason: due.trigger_details.reason,
  created,
})
