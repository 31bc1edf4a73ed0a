import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import type { Measure } from './stability-schemas.ts'

/** How many scores of two months are in each of ten bins, which hold a tenth of the month before each. */
export interface Binned {
  measure: Measure
  before: number[]
  now: number[]
}

/** The bins of all measures; one of which the month before has nothing is left out. */
export const binnedMonths = (db: Sql, before: string, now: string) =>
  db.rows<Binned>(
    `with valued as (
       select m.period = $2 as is_now, v.measure, v.value
       from ${COUNTED_SCORES} m, lateral (values
         ('total_sos', m.total_sos),
         ${COMPONENTS.map((name) => `('${name}', case when '${name}' = any(m.imputed) then null else m.${name}_raw end)`).join(',\n         ')}
       ) v(measure, value)
       where m.period in ($1, $2) and m.is_rated and v.value is not null
     ), cut as (
       select measure,
              percentile_disc(array[.1, .2, .3, .4, .5, .6, .7, .8, .9]) within group (order by value) as at
       from valued where not is_now group by measure
     ), counted as (
       select measure, width_bucket(value, at) as bin,
              count(*) filter (where not is_now) as before, count(*) filter (where is_now) as now
       from valued join cut using (measure) group by 1, 2
     )
     select measure, array_agg(coalesce(before, 0)::int order by bin) as before, array_agg(coalesce(now, 0)::int order by bin) as now
     from cut cross join generate_series(0, 9) as bin left join counted using (measure, bin)
     group by measure`,
    [before, now],
  )
