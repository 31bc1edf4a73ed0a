import type { Sql } from '../../platform/database/database.ts'
import type { Check, Finalize } from './schemas.ts'

/**
 * Keeps what is known of a month in the transaction that finalizes it, or one of its scores: the result as it was
 * shown, the checks as they were found, whatever the gate made of them.
 */
export const keepReport = (
  tx: Sql,
  { period, checks, ...report }: Omit<Finalize, 'at' | 'full_name'> & { period: string; checks: Check[] },
) =>
  tx.run`
    insert into quality_reports (period, score_id, result, checks, accepted, notes, user_id)
    values (${period}, ${report.score_id}, ${report.result}, ${JSON.stringify(checks)}::jsonb, ${report.accepted}::text[],
            ${report.notes}, ${report.user_id})`

/**
 * The newest reports of a month, newest first.
 * @param portfolio_of of single scores, those of sellers of this account manager only
 */
export const keptReports = (db: Sql, period: string, portfolio_of: number | null) =>
  db.rows<Finalize>(
    `select at, user_id, (select full_name from users u where u.id = r.user_id) as full_name, score_id, result, coalesce(accepted, '{}') as accepted, notes
     from quality_reports r
     where period = $1 and (score_id is null or $2::int is null or exists (
       select from monthly_scores m join sellers s on s.id = m.seller_id
       where m.id = r.score_id and s.assigned_am_id = $2
     ))
     order by id desc limit 20`,
    [period, portfolio_of],
  )
