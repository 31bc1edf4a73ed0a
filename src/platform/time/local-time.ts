const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Clocks are put forward and back at full quarters of an hour. */
const QUARTER = HOUR / 4
const MOST_KNOWN = 10_000

/**
 * The instant, as ISO 8601 in UTC, at which clocks of a time zone show `local`, such as 2026-10-05T10:00 or
 * 2026-10-05T10:00:00.5. Of two such instants the earlier is meant; a time that clocks leave out is read as if they had
 * not been put forward yet. undefined when there is no such time.
 */
export function instantAt(local: string, timeZone: string): string | undefined {
  const wall = Date.parse(`${local}Z`)
  if (Number.isNaN(wall)) return undefined
  if (timeZone === 'UTC') return new Date(wall).toISOString()
  const before = offsetAt(wall - DAY, timeZone)
  const instants = [before, offsetAt(wall + DAY, timeZone)]
    .filter((offset) => offsetAt(wall - offset, timeZone) === offset)
    .map((offset) => wall - offset)
  return new Date(instants.length > 0 ? Math.min(...instants) : wall - before).toISOString()
}

interface Zone {
  format: Intl.DateTimeFormat
  /** Offsets that were asked for before, by the quarter of an hour. */
  known: Map<number, number>
}

const zones = new Map<string, Zone>()

/** How many milliseconds the clocks of a time zone are ahead of UTC at an instant. */
export function offsetAt(instant: number, timeZone: string): number {
  const { format, known } = zoneOf(timeZone)
  const quarter = Math.floor(instant / QUARTER)
  const found = known.get(quarter)
  if (found !== undefined) return found
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(format.format(instant)) ?? []
  const offset =
    (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000 + Number(seconds) * 1000)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(quarter, offset)
  return offset
}

function zoneOf(timeZone: string): Zone {
  const zone = zones.get(timeZone) ?? {
    format: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }),
    known: new Map<number, number>(),
  }
  zones.set(timeZone, zone)
  return zone
}
