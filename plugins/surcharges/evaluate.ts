import { httpErrors } from '@fastify/sensible'
import type { FastifyRequest } from 'fastify'
import { periodOf } from '../../src/platform/business-time.ts'
import { change } from '../../src/platform/changes.ts'
import type { Tx } from '../../src/platform/database.ts'
import type { Handler } from '../../src/platform/http.ts'
import { createAll } from './changes.ts'
import { type DueSurcharge, dueSurcharges, ruledBefore, ruleKey } from './due.ts'
import type { EvaluatedSurcharge, evaluateSchema } from './evaluation-schemas.ts'
import { lockSellers, type SurchargeDraft } from './queries.ts'

/** Surcharges that are written by one statement, each with its audit row and events. */
const WRITTEN_AT_ONCE = 2_000
const TIMEOUT_MS = 300_000

export const evaluateMonth: Handler<typeof evaluateSchema> = async (request) => {
  const { body, server } = request
  const { period, dry_run } = body
  if (period > periodOf(new Date(), server.env.BUSINESS_TIMEZONE))
    throw httpErrors.badRequest(`period ${period} lies in the future`)
  const due = await dueSurcharges(server.db, period)
  return change(
    request,
    async (tx) => {
      const isNew = dry_run ? await wouldBeNew(request, period) : await createDue(tx, request, period, due)
      const data = due.map((one) => shown(one, isNew(one)))
      const created = data.filter((one) => one.created).length
      return { success: true, period, dry_run, created, existing: data.length - created, data }
    },
    { timeout: TIMEOUT_MS },
  )
}

type IsNew = (surcharge: DueSurcharge) => boolean

async function wouldBeNew({ server }: FastifyRequest, period: string): Promise<IsNew> {
  const known = await ruledBefore(server.db, period)
  return (due) => !known.has(keyOf(due))
}

/** Creates what is due and has not been. Two evaluations at once meet at the unique key, and one creates each. */
async function createDue(
  tx: Tx,
  request: FastifyRequest,
  period: string,
  due: DueSurcharge[],
): Promise<IsNew> {
  const made = new Set<string>()
  for (let start = 0; start < due.length; start += WRITTEN_AT_ONCE) {
    const part = due.slice(start, start + WRITTEN_AT_ONCE)
    const sellers = await lockSellers(tx, [...new Set(part.map(({ seller_id }) => seller_id))])
    const drafts = part.map((one) => draftOf(one, period))
    for (const surcharge of await createAll(tx, request, sellers, drafts)) made.add(ruleKey(surcharge))
  }
  return (one) => made.has(keyOf(one))
}

const draftOf = (due: DueSurcharge, period: string): SurchargeDraft => ({
  seller_id: due.seller_id,
  period,
  surcharge_type: due.surcharge_type,
  amount: due.amount,
  trigger_details: due.trigger_details,
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
