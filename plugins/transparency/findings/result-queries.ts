import type { Sql } from '../../../src/platform/database/database.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import type { Question } from '../../../src/platform/metrics/database-values.ts'
import type { auditResultRoute } from '../nightly/schemas.ts'
import type { Finding } from './findings.ts'

/** What the last check found, and when. */
export interface AuditResult {
  /** null before the first one */
  checked_at: string | null
  /** How many leaves the log had. */
  leaves: { scores: number }
  findings: Finding[]
}

export const NEVER_CHECKED: AuditResult = {
  checked_at: null,
  leaves: { scores: 0 },
  findings: [],
}

const KEY = 'transparency:audit'

/** The last result, locked until the transaction ends where it is read for one that replaces it. */
export async function lastResult(db: Sql): Promise<AuditResult | undefined> {
  const row = await db.row<{ value: AuditResult }>('select value from service_state where key = $1', [KEY])
  return row?.value
}

/** Makes all who replace the result wait for each other until the transaction ends. */
export const lockResult = (tx: Sql) => tx.run`select pg_advisory_xact_lock(hashtextextended(${KEY}, 0))`

/** Keeps a result in place of the one before. */
export const keepResult = (tx: Sql, result: AuditResult) =>
  tx.run(
    `insert into service_state (key, value, updated_at) values ($1, $2::jsonb, clock_timestamp())
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [KEY, JSON.stringify(result)],
  )

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
