import type { FastifyInstance } from 'fastify'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { certifyAudit } from '../chain/certify-audit.ts'
import { checkRows, findUnchained } from '../chain/check-rows.ts'
import { checkScores } from './check-scores.ts'
import { checkTree } from './check-tree.ts'
import { type Finding, findingsOf } from './findings.ts'
import { type AuditResult, keepResult, lastResult, lockResult } from './result-queries.ts'

const ALL = { from: 0, to: Number.MAX_SAFE_INTEGER }

/**
 * Checks both logs against all that they are about, and keeps what was found. Rows of the audit log that the job of
 * every ten minutes does not come by, because they came late or say an older time, are named once and then chained.
 * Reads some hundred or thousand rows at a time.
 */
export async function checkLogs(app: FastifyInstance): Promise<AuditResult> {
  const { db, log, clock } = app
  const [ofScores, ofAudit] = [findingsOf('scores'), findingsOf('audit')]
  await certifyAudit(app)
  await findUnchained(db.bulk, ALL, ofAudit)
  const chained = await certifyAudit(app, true)
  if (chained > 0) log.info({ leaves: chained }, 'rows of the audit log got their leaves')
  await checkScores(db, ofScores)
  await checkRows(db.bulk, ALL, ofAudit)
  const leaves = {
    scores: await checkTree(db.bulk, 'scores', ofScores),
    audit: await checkTree(db.bulk, 'audit', ofAudit),
  }
  const result = {
    checked_at: clock.now().toISOString(),
    leaves,
    findings: [...ofScores.all(), ...ofAudit.all()],
  }
  await announce(app, result)
  return result
}

/** Keeps the result, and says what is new in it since the last one of the same day: in an event and in the log. */
async function announce({ db, events, log }: FastifyInstance, result: AuditResult) {
  const unknown = await db.bulkTransaction(async (tx) => {
    await lockResult(tx)
    const before = await lastResult(tx)
    const isToday = before?.checked_at.slice(0, 10) === result.checked_at.slice(0, 10)
    const said = new Set(isToday ? before.findings.map(keyOf) : [])
    const fresh = result.findings.filter((finding) => !said.has(keyOf(finding)))
    await keepResult(tx, result)
    await events.publish(
      tx,
      fresh.map((data) => ({ type: 'transparency.mismatch' as const, seller_id: null, data })),
    )
    return fresh
  }, JOB_TRANSACTION)
  for (const { sentence, ...finding } of unknown)
    log.error(finding, `the log and the database differ: ${sentence}`)
}

const keyOf = ({ log, finding }: Finding) => `${log} ${finding}`
