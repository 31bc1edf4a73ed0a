import { Type } from '@sinclair/typebox'
import { shiftPeriod } from '../../src/domain/business-time.ts'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import { CountedOtherwise, countedOtherwise } from '../../src/feeds/scored-month.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { count, OneOf, Period } from '../../src/platform/schemas/schemas.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import { chanceOfPsi, psi, psiThreshold } from '../../src/statistics/psi.ts'
import { audited, Enough, Figure, Maybe, monthsAsked, rounded } from './shared.ts'

const MEASURES = ['total_sos', ...COMPONENTS] as const
type Measure = (typeof MEASURES)[number]

export const getStability = audited(
  'stability',
  {
    operationId: 'getModelStability',
    summary: 'Whether scores are distributed as in the month before',
    description:
      'The population stability index of each month against the one before, for the total and the raw of each component: over ten bins that hold a tenth of the month before each, of rated scores, without imputed components. A shift is a PSI above 0.25 and above 21.67 × (1 ÷ n + 1 ÷ m), what chance alone passes once in a hundred. It says that scores moved, not whether sellers or the measuring did. docs/model-audit.md.',
    sentence: '0 of 66 comparisons are shifted.',
  },
  {},
  {
    data: Type.Array(
      Type.Object({
        period: Period(),
        before: Period({ description: 'The month it is compared with', examples: ['2026-09'] }),
        measure: OneOf([...MEASURES], { examples: ['total_sos'] }),
        sellers_before: count('Scores of the month before', 188),
        sellers: count('Scores of the month', 190),
        psi: Maybe('Population stability index; null when a month has no scores', 0.0412),
        by_chance: Maybe('What chance alone passes once in a hundred', 0.2294),
        threshold: Maybe('What is a shift: by_chance, and 0.25 at the least', 0.25),
        shifted: Type.Boolean({ examples: [false] }),
        enough: Enough,
        note: CountedOtherwise(),
      }),
      { description: 'A row a month and measure, oldest month first' },
    ),
    shifts: count('Rows that are shifted', 0),
    largest: Figure('The largest PSI of those with enough scores; 0 without any', 0.0412),
  },
)(async ({ server, query }) => {
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
})

/** With fewer scores in either month the threshold is so high that a PSI says nothing. */
const LEAST_SCORES = 30

function compared(about: { period: string; before: string; measure: Measure }, binned: Binned[]) {
  const found = binned.find(({ measure }) => measure === about.measure)
  const [n, m] = [sum(found?.before ?? []), sum(found?.now ?? [])]
  const counts = { sellers_before: n, sellers: m }
  if (!found || n === 0 || m === 0)
    return { ...about, ...counts, psi: null, by_chance: null, threshold: null, shifted: false, enough: false }
  const [value, threshold] = [psi(found.before, found.now), psiThreshold(n, m)]
  const enough = Math.min(n, m) >= LEAST_SCORES
  const figures = {
    psi: rounded(value),
    by_chance: rounded(chanceOfPsi(n, m)),
    threshold: rounded(threshold),
  }
  return { ...about, ...counts, ...figures, shifted: enough && value > threshold, enough }
}

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)

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
