import type { Sql } from '../../platform/database/database.ts'
import type { Check } from './quality-report.ts'
import type { Quality } from './report-schema.ts'

/** What was known when scores were finalized. */
export interface KeptReport {
  at: string
  user_id: number | null
  score_id: number | null
  result: Quality['result']
  accepted: string[]
  notes: string | null
}

/** Keeps what is known of a month in the transaction that finalizes it, or one of its scores. */
export const keepReport = (
  tx: Sql,
  { period, checks, ...report }: Omit<KeptReport, 'at'> & { period: string; checks: Check[] },
) =>
  tx.run`
    insert into quality_reports (period, score_id, result, checks, accepted, notes, user_id)
    values (${period}, ${report.score_id}, ${report.result}, ${JSON.stringify(checks)}::jsonb, ${report.accepted}::text[],
            ${report.notes}, ${report.user_id})`

/** The newest reports of a month, newest first. */
export const keptReports = (db: Sql, period: string) =>
  db.rows<KeptReport>(
    `select at, user_id, score_id, result, coalesce(accepted, '{}') as accepted, notes
     from quality_reports where period = $1 order by id desc limit 20`,
    [period],
  )
