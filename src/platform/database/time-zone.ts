import type { Env } from '../../env.ts'
import { StartupError } from '../process/startup-error.ts'
import { instantAt, offsetAt } from '../time/local-time.ts'
import { sqlState } from './connect/unavailable.ts'
import type { Sql } from './statements/sql.ts'

/** Months ahead that must be the same, too: forecasts and rules reach no further. */
const AHEAD = 13

/**
 * Node reads timestamps and PostgreSQL cuts months: both must know the business time zone, and show the same clocks in
 * it where each month that is kept begins, and the next ones; but none before 1970, in which no fact may lie.
 * @throws StartupError with what to do
 */
export async function checkTimeZone(
  db: Sql,
  { BUSINESS_TIMEZONE: zone, KEEP_FACTS_MONTHS }: Pick<Env, 'BUSINESS_TIMEZONE' | 'KEEP_FACTS_MONTHS'>,
  now: Date,
) {
  if (zone === 'UTC') return
  const instants = Array.from({ length: KEEP_FACTS_MONTHS + AHEAD + 1 }, (_, i) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - KEEP_FACTS_MONTHS + i))
    return instantAt(`${month.toISOString().slice(0, 7)}-01T00:00`, zone) as string
  })
  const offsets = instants.map((instant) => offsetAt(Date.parse(instant), zone))
  const others = db.column<string>`
    select instant from unnest(${instants}::timestamptz[], ${offsets}::float8[]) as g(instant, ms)
    where instant >= '1970-01-01Z' and extract(epoch from instant at time zone ${zone}) - extract(epoch from instant) <> ms / 1000
    order by instant limit 1`
  const [at] = await others.catch((error) => {
    if (sqlState(error) !== '22023') throw error
    throw new StartupError(
      `The PostgreSQL server does not know BUSINESS_TIMEZONE ${zone}: name an IANA time zone such as Europe/Berlin.`,
    )
  })
  if (at !== undefined)
    throw new StartupError(
      `This service and the PostgreSQL server read BUSINESS_TIMEZONE ${zone} differently (at ${at}): install the newest release of both, or name another IANA time zone such as Europe/Berlin.`,
    )
}
