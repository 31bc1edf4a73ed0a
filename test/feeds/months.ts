import { monthUntilNow, type ScoredMonth } from '../../src/feeds/scored-month.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import type { Counting } from '../../src/scoring/month.ts'

/** The months from January to June 2026, in which properties about what falls due are held. */
export const HALF_YEAR = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'] as const

/** These months, each to its end, by their counting. */
export async function halfYearIn(
  db: Sql,
  time_zone: string,
  counting: (period: string) => Counting | null = () => null,
) {
  const months: ScoredMonth[] = []
  for (const period of HALF_YEAR)
    months.push({ ...(await monthUntilNow(db, period, time_zone)), counting: counting(period) })
  return months
}

/** May 2026 in São Paulo, three hours behind UTC all year. */
export const MAY: ScoredMonth = {
  period: '2026-05',
  month_start: '2026-05-01T03:00:00.000Z',
  as_of: '2026-06-01T03:00:00.000Z',
  as_of_date: '2026-05-31',
  time_zone: 'America/Sao_Paulo',
}

/** The same May, seen by a run of the 15th, at nine in the morning there. */
export const MID_MAY: ScoredMonth = { ...MAY, as_of: '2026-05-15T12:00:00.000Z', as_of_date: '2026-05-15' }

/** October 2026 in Berlin, two hours ahead of UTC when it begins and one when it ends. */
export const OCTOBER: ScoredMonth = {
  period: '2026-10',
  month_start: '2026-09-30T22:00:00.000Z',
  as_of: '2026-10-31T23:00:00.000Z',
  as_of_date: '2026-10-31',
  time_zone: 'Europe/Berlin',
}
