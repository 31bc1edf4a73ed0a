import type { ScoredMonth } from '../../../src/domain/metrics/scored-month.ts'
import type { Sql } from '../../../src/platform/database/database.ts'

/** A month as each of these runs saw it, by run. */
export async function monthsOfRuns(db: Sql, runs: number[], time_zone: string) {
  const rows = await db.rows<Omit<ScoredMonth, 'time_zone'> & { id: number }>(
    'select id, period, month_start, as_of, as_of_date from scoring_runs where id = any($1::int[]) order by id',
    [runs],
  )
  return new Map(rows.map(({ id, ...month }): [number, ScoredMonth] => [id, { ...month, time_zone }]))
}

/** The first of these months without a final score, or whose final scores were all made before inputs were kept. */
export const undriftableMonth = (db: Sql, months: string[]) =>
  db.row<{ month: string; is_final: boolean }>(
    `select month, is_final
     from unnest($1::text[]) month, lateral (
       select exists (select from monthly_scores where period = month and status = 'final') as is_final) final
     where not is_final or not exists (
       select from monthly_scores m join score_explanations e using (seller_id, period, revision)
       where m.period = month and m.status = 'final' and e.inputs is not null)
     order by month limit 1`,
    [months],
  )
