import type { FastifyInstance } from 'fastify'
import { certifyAudit } from '../chain/append-rows.ts'
import { checkRows, findUnchained } from '../chain/check-rows.ts'
import { announce } from '../findings/announce.ts'
import { findingsOf } from '../findings/findings.ts'
import type { AuditResult } from '../findings/result-queries.ts'
import { checkScores } from './check-scores.ts'
import { checkTree } from './check-tree.ts'

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
  await checkScores(app, ofScores)
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
