import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { Finding } from './findings.ts'
import { type AuditResult, keepResult, lastResult, lockResult, NEVER_CHECKED } from './result-queries.ts'

/**
 * Keeps the result of a check, and says what is new in it since the last one of the same day: in an event and in the
 * log.
 */
export const announce = (app: FastifyInstance, result: AuditResult) =>
  keepAndSay(app, (before) => {
    const isToday = before?.checked_at?.slice(0, 10) === result.checked_at?.slice(0, 10)
    const said = new Set(isToday ? before?.findings.map(({ finding }) => finding) : [])
    return { result, fresh: result.findings.filter((finding) => !said.has(finding.finding)) }
  })

/**
 * Says at once which final scores get no leaf, and not only at night: in the kept result, an event and the log, once as
 * long as they are the same.
 * @param period null when all final scores were looked at, so that what was found before and not now is over
 */
export const nameRefused = (app: FastifyInstance, refused: Finding[], period: string | null) =>
  keepAndSay(app, (before = NEVER_CHECKED) => {
    const known = before.findings.filter(isRefusal)
    if (isDeepStrictEqual(known, refused) || (refused.length === 0 && period !== null)) return undefined
    const others = before.findings.filter((finding) => !isRefusal(finding))
    return { result: { ...before, findings: [...refused, ...others] }, fresh: refused }
  })

const isRefusal = ({ finding }: Finding) => finding === 'score_refused'

type Change = { result: AuditResult; fresh: Finding[] }

/** Puts a result in the place of the last one, and announces what is fresh in it. */
async function keepAndSay(
  { db, events, log }: FastifyInstance,
  change: (before: AuditResult | undefined) => Change | undefined,
) {
  const fresh = await db.bulkTransaction(async (tx) => {
    await lockResult(tx)
    const changed = change(await lastResult(tx))
    if (!changed) return []
    await keepResult(tx, changed.result)
    await events.publish(
      tx,
      changed.fresh.map((data) => ({ type: 'transparency.mismatch' as const, seller_id: null, data })),
    )
    return changed.fresh
  }, JOB_TRANSACTION)
  for (const { sentence, ...finding } of fresh)
    log.error(finding, `the log and the database differ: ${sentence}`)
}
