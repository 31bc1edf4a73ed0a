import type { Sql } from '../../../src/platform/database/database.ts'

/**
 * SQL that is true while the facts must stay that count in the months from `first` to `last`: one of these months has a
 * score that is not final, or a run that is not done. `first` and `last` are columns with the name of their table.
 */
export const factsInUse = (first: string, last: string) => `(
  exists (select from monthly_scores m where m.status <> 'final' and m.period between ${first} and ${last})
  or exists (select from scoring_runs r
             where r.status in ('queued', 'running') and r.period between ${first} and ${last}))`

/** Those of the months whose facts must stay. */
export const monthsInUse = (tx: Sql, periods: string[]) =>
  tx.column<string>(
    `select given.it from unnest($1::text[]) given(it)
     where ${factsInUse('given.it', 'given.it')} order by 1`,
    [periods],
  )
