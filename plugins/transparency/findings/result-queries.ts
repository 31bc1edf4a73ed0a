import type { Static } from '@sinclair/typebox'
import type { Sql } from '../../../src/platform/database/database.ts'
import { keepState, stateOf } from '../../../src/platform/database/statements/service-state.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import type { Question } from '../../../src/platform/metrics/database-values.ts'
import type { auditResultRoute } from '../nightly/schemas.ts'

/** What the last check found, and when. */
export type AuditResult = Static<(typeof auditResultRoute.schema.response)[200]>

export const NEVER_CHECKED: AuditResult = {
  checked_at: null,
  leaves: { scores: 0 },
  findings: [],
}

const KEY = 'transparency:audit'

/** The last result. */
export const lastResult = (db: Sql) => stateOf<AuditResult>(db, KEY)

/** Makes all who replace the result wait for each other until the transaction ends. */
export const lockResult = (tx: Sql) => tx.run`select pg_advisory_xact_lock(hashtextextended(${KEY}, 0))`

/** Keeps a result in place of the one before. */
export const keepResult = (tx: Sql, result: AuditResult) => keepState(tx, KEY, result)

/** How many leaves the log has, and what the last check found. */
export const LOG_QUESTIONS: Question[] = [
  {
    name: 'sos_log_leaves',
    help: 'Leaves of the log of final scores',
    type: 'gauge',
    labels: ['log'],
    sql: `
      select array['scores'] as labels,
             coalesce((select index + 1 from log_nodes where level = 0 order by index desc limit 1), 0) as value`,
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

export const getLogAudit: Handler<typeof auditResultRoute> = async ({ server }) =>
  (await lastResult(server.db)) ?? NEVER_CHECKED
