import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { LOG_SIZE } from '../../../src/domain/transparency/logs.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { keepState, stateOf } from '../../../src/platform/database/statements/service-state.ts'
import type { Handler } from '../../../src/platform/http/route.ts'
import type { Question } from '../../../src/platform/metrics/database-values.ts'
import type { AuditResult, auditResultRoute, Finding } from './findings.ts'

const KEY = 'transparency:audit'

const NEVER_CHECKED: AuditResult = { checked_at: null, leaves: { scores: 0 }, findings: [] }

const lastResult = (db: Sql) => stateOf<AuditResult>(db, KEY)

export const getLogAudit: Handler<typeof auditResultRoute> = async ({ server }) =>
  (await lastResult(server.db)) ?? NEVER_CHECKED

/** How many leaves the log has, and what the last check found. */
export const LOG_QUESTIONS: Question[] = [
  {
    name: 'sos_log_leaves',
    help: 'Leaves of the log of final scores',
    type: 'gauge',
    labels: ['log'],
    sql: `select array['scores'] as labels, ${LOG_SIZE} as value`,
  },
  {
    name: 'sos_log_findings',
    help: 'What the nightly check found in the database that is not what the log says',
    type: 'gauge',
    labels: ['log'],
    sql: `
      select array['scores'] as labels, coalesce(sum((f->>'count')::bigint), 0) as value
      from service_state, jsonb_array_elements(value->'findings') f where key = '${KEY}'`,
  },
]

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
    await tx.run`select pg_advisory_xact_lock(hashtextextended(${KEY}, 0))`
    const changed = change(await lastResult(tx))
    if (!changed) return []
    await keepState(tx, KEY, changed.result)
    await events.publish(
      tx,
      changed.fresh.map((data) => ({ type: 'transparency.mismatch' as const, seller_id: null, data })),
    )
    return changed.fresh
  }, JOB_TRANSACTION)
  for (const { sentence, ...finding } of fresh)
    log.error(finding, `the log and the database differ: ${sentence}`)
}
