import { shiftPeriod } from '../../src/domain/business-time.ts'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import { countedOtherwise } from '../../src/feeds/scored-month.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { chanceOfPsi, psi, psiThreshold } from '../../src/statistics/psi.ts'
import { monthsAsked } from './months-asked.ts'
import { rounded } from './shared-schemas.ts'
import { MEASURES, type Measure, type stabilityRoute } from './stability-schemas.ts'

/** With fewer scores in either month the threshold is so high that a PSI says nothing. */
const LEAST_SCORES = 30

/** Compares each month with the one before, a statement a month. */
export const getStability: Handler<typeof stabilityRoute> = async ({ server, query }) => {
  const months = monthsAsked(server, query)
  const pairs = months.map((period) => ({ period, before: shiftPeriod(period, -1) }))
  const otherwise = await countedOtherwise(server.db, pairs)
  const data = []
  for (const { period, before } of pairs) {
    const binned = await binnedMonths(server.db, before, period)
    const note = otherwise.get(period)
    for (const measure of MEASURES)
      data.push({ ...compared({ period, before, measure }, binned), ...(note && { note }) })
  }
  const judged = data.filter(({ enough }) => enough)
  const shifts = judged.filter(({ shifted }) => shifted).length
  return {
    ...{ from: months[0] as string, to: months.at(-1) as string, data, shifts },
    largest: judged.reduce((most, { psi }) => Math.max(most, psi ?? 0), 0),
    enough: judged.length > 0,
    sentence:
      judged.length > 0
        ? `${shifts} of ${judged.length} comparisons ${shifts === 1 ? 'is' : 'are'} shifted.`
        : `No two months beside each other have at least ${LEAST_SCORES} rated scores each.`,
  }
}

function compared(about: { period: string; before: string; measure: Measure }, binned: Binned[]) {
  const found = binned.find(({ measure }) => measure === about.measure)
  const [n, m] = [sum(found?.before ?? []), sum(found?.now ?? [])]
  const counts = { sellers_before: n, sellers: m }
  if (!found || n === 0 || m === 0)
    return { ...about, ...counts, psi: null, by_chance: null, threshold: null, shifted: false, enough: false }
  const [value, threshold] = [psi(found.before, found.now), psiThreshold(n, m)]
  const enough = Math.min(n, m) >= LEAST_SCORES
  const figures = { psi: value, by_chance: chanceOfPsi(n, m), threshold }
  return { ...about, ...counts, ...roundedAll(figures), shifted: enough && value > threshold, enough }
}

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)
const roundedAll = <T extends Record<string, number>>(figures: T) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)])) as T

/** How many scores of two months are in each of ten bins, which hold a tenth of the month before each. */
interface Binned {
  measure: Measure
  before: number[]
  now: number[]
}

/** The bins of all measures; one of which the month before has nothing is left out. */
const binnedMonths = (db: Sql, before: string, now: string) =>
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
