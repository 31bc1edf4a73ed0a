import { shiftPeriod } from '../../src/domain/business-time.ts'
import { countedOtherwise } from '../../src/feeds/counted-otherwise.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { chanceOfPsi, psi, psiThreshold } from '../../src/statistics/psi.ts'
import { monthsAsked } from './months-asked.ts'
import { rounded } from './shared-schemas.ts'
import { type Binned, binnedMonths } from './stability-queries.ts'
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
