import type { FastifyBaseLogger } from 'fastify'

/**
 * The database's time, as this process knows it. What several processes go by follows it: due times, leases,
 * signatures, ages of tokens, the running month. How long something takes is measured by performance.now() instead.
 */
export interface Clock {
  now(): Date
  /** How far this process's own clock is ahead of the database's, in milliseconds; negative when it is behind. */
  offsetMs(): number
}

export type WatchedClock = Clock & {
  /** Asks the database for its time now. Keeps what was known when it gives no answer; never fails. */
  measure(): Promise<void>
  close(): void
}

/** An offset that is shown and logged at warn. */
export const LARGE_OFFSET_MS = 5_000
const MEASURE_MS = 60_000
/** Of so many measurements in a row the one with the shortest way counts: it says most. */
const MEASUREMENTS = 3

interface Options {
  /** The database's time, in Unix milliseconds. */
  ask: () => Promise<number>
  log: Pick<FastifyBaseLogger, 'warn' | 'info' | 'debug'>
}

/** Keeps the offset of the process's clock, measured again every minute. */
export function watchClock({ ask, log }: Options): WatchedClock {
  let offset = 0
  let measuring: Promise<void> | undefined

  async function measureAll() {
    let best: Measurement | undefined
    for (let count = 0; count < MEASUREMENTS; count++) {
      const measurement = await measured(ask)
      if (!best || measurement.way < best.way) best = measurement
    }
    become(best ? offsetOf(best) : 0)
  }

  function become(next: number) {
    const wasLarge = Math.abs(offset) > LARGE_OFFSET_MS
    const isLarge = Math.abs(next) > LARGE_OFFSET_MS
    offset = next
    if (isLarge && !wasLarge) log.warn({ offset_ms: next }, sentenceOf(next))
    if (wasLarge && !isLarge) log.info({ offset_ms: next }, 'the clock agrees with the database’s again')
  }

  /** One at a time, however many want to know. */
  function measure() {
    measuring ??= measureAll()
      .catch((error) => log.debug({ err: error }, 'the time of the database could not be read'))
      .finally(() => {
        measuring = undefined
      })
    return measuring
  }

  const timer = setInterval(measure, MEASURE_MS)
  return {
    now: () => new Date(Date.now() - offset),
    offsetMs: () => offset,
    measure,
    close: () => clearInterval(timer),
  }
}

interface Measurement {
  ahead: number
  /** How long the question and its answer took, in milliseconds. */
  way: number
}

/** The database's time is taken for the one halfway between the question and its answer. */
async function measured(ask: () => Promise<number>): Promise<Measurement> {
  const asked = performance.now()
  const database = await ask()
  const way = performance.now() - asked
  return { ahead: Date.now() - way / 2 - database, way }
}

/** What is less than the way itself may leave open is none: on one machine both clocks are the same. */
const offsetOf = ({ ahead, way }: Measurement) => (Math.abs(ahead) <= way / 2 + 1 ? 0 : Math.round(ahead))

const sentenceOf = (offset: number) =>
  `the clock of this machine is ${Math.round(Math.abs(offset) / 1000)} s ${offset > 0 ? 'ahead of' : 'behind'} the database’s, whose time is used; set it right (NTP)`
