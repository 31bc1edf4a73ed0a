import type { Sql } from '../../../src/platform/database/database.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import type { Question } from '../../../src/platform/metrics/database-values.ts'
import type { auditResultRoute } from '../nightly/schemas.ts'
import type { Finding } from './findings.ts'

/** What the last check found, and when. */
export interface AuditResult {
  /** null before the first one */
  checked_at: string | null
  /** How many leaves each log had. */
  leaves: { scores: number; audit: number }
  findings: Finding[]
}

export const NEVER_CHECKED: AuditResult = {
  checked_at: null,
  leaves: { scores: 0, audit: 0 },
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

/** How many leaves the logs have, and what the last check found. */
export const LOG_QUESTIONS: Question[] = [
  {
    name: 'sos_log_leaves',
    help: 'Leaves of the transparency logs: scores and audit',
    type: 'gauge',
    labels: ['log'],
    sql: `
      select array[log] as labels,
             coalesce((select n.index + 1 from log_nodes n where n.log = l.log and n.level = 0 order by n.index desc limit 1), 0)
               as value
      from unnest('{scores,audit}'::text[]) l(log)`,
  },
  {
    name: 'sos_log_findings',
    help: 'What the nightly check found in the database that is not what the logs say',
    type: 'gauge',
    labels: ['log'],
    sql: `
      select array[l.log] as labels, coalesce(sum((f->>'count')::bigint), 0) as value
      from unnest('{scores,audit}'::text[]) l(log)
        left join (select jsonb_array_elements(value->'findings') as f from service_state where key = '${KEY}') found
          on f->>'log' = l.log
      group by l.log`,
  },
]

export const getLogAudit: Handler<typeof auditResultRoute> = async ({ server }) =>
  (await lastResult(server.db)) ?? NEVER_CHECKED
