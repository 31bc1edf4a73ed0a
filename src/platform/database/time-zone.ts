import type { Env } from '../../env.ts'
import { StartupError } from '../process/startup-error.ts'
import { instantAt, offsetAt } from '../time/local-time.ts'
import { sqlState } from './connect/unavailable.ts'
import type { Sql } from './statements/sql.ts'

/** Months ahead that must be the same, too: forecasts and rules reach no further. */
const AHEAD = 13

/**
 * Node reads timestamps and PostgreSQL cuts months: both must know the business time zone, and show the same clocks in
 * it where each month that is kept begins, and the next ones.
 * @throws StartupError with what to do
 */
export async function checkTimeZone(
  db: Sql,
  { BUSINESS_TIMEZONE: zone, KEEP_FACTS_MONTHS }: Pick<Env, 'BUSINESS_TIMEZONE' | 'KEEP_FACTS_MONTHS'>,
  now: Date,
) {
  if (zone === 'UTC') return
  const instants = monthsAround(now, KEEP_FACTS_MONTHS).map(
    (month) => instantAt(`${month}-01T00:00`, zone) as string,
  )
  const offsets = await serverOffsets(db, instants, zone)
  const at = instants.findIndex((instant, i) => offsetAt(Date.parse(instant), zone) !== offsets[i])
  if (at !== -1)
    throw new StartupError(
      `This service and the PostgreSQL server read BUSINESS_TIMEZONE ${zone} differently (at ${instants[at]}): install the newest release of both, or name another IANA time zone such as Europe/Berlin.`,
    )
}

/** From the first month that is kept, but none before 1970, in which no fact may lie. */
function monthsAround(now: Date, kept: number): string[] {
  const months = Array.from({ length: kept + AHEAD + 1 }, (_, i) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - kept + i)).toISOString().slice(0, 7),
  )
  return months.filter((month) => month >= '1970')
}

async function serverOffsets(db: Sql, instants: string[], zone: string): Promise<number[]> {
  try {
    return await db.column<number>`
      select (extract(epoch from instant at time zone ${zone}) - extract(epoch from instant))::float8 * 1000
      from unnest(${instants}::timestamptz[]) with ordinality as g(instant, n) order by n`
  } catch (error) {
    if (sqlState(error) !== '22023') throw error
    throw new StartupError(
      `The PostgreSQL server does not know BUSINESS_TIMEZONE ${zone}: name an IANA time zone such as Europe/Berlin.`,
    )
  }
}
