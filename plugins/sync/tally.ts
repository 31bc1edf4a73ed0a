import type { Env } from '../../src/env.ts'
import { addDays } from './days.ts'
import type { DayCount, PeriodCount } from './feed.ts'

/** A record that was not stored, as it is kept. `position` counts the records of the push, from 0. */
export interface Rejection {
  position: number
  key: string | null
  error: string
  record: unknown
  /** Of its fact, as far as it can be read. */
  day: string | null
}

/** What became of the records of a push, or of a part of one. Each record is in exactly one of the five counts. */
export interface Tally {
  received: number
  created: number
  updated: number
  unchanged: number
  deleted: number
  rejected: number
  rejections: Rejection[]
  periods: PeriodCount[]
  days: DayCount[]
  /** Timestamps without an offset. */
  withoutOffset: number
  /** Records that are so old that retention deletes them. */
  past: number
}

export const emptyTally = (): Tally => ({
  received: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  rejected: 0,
  rejections: [],
  periods: [],
  days: [],
  withoutOffset: 0,
  past: 0,
})

/** How many rejections an answer names; all are kept and listed by GET /api/sync/rejections. */
export const MOST_ERRORS = 1_000

/** Two parts together. Of the rejections only those that an answer names stay, so that a stream needs no more memory. */
export const addTally = (one: Tally, other: Tally): Tally => ({
  received: one.received + other.received,
  created: one.created + other.created,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  deleted: one.deleted + other.deleted,
  rejected: one.rejected + other.rejected,
  rejections: [...one.rejections, ...other.rejections].slice(0, MOST_ERRORS),
  periods: addPeriods(one.periods, other.periods),
  days: addDays(one.days, other.days),
  withoutOffset: one.withoutOffset + other.withoutOffset,
  past: one.past + other.past,
})

function addPeriods(one: PeriodCount[], other: PeriodCount[]): PeriodCount[] {
  const sums = new Map<string, PeriodCount>()
  for (const { period, created, updated, deleted, late } of [...one, ...other]) {
    const sum = sums.get(period) ?? { period, created: 0, updated: 0, deleted: 0, late: 0 }
    sums.set(period, {
      period,
      created: sum.created + created,
      updated: sum.updated + updated,
      deleted: sum.deleted + deleted,
      late: sum.late + late,
    })
  }
  return [...sums.values()]
}

/** The answer to a push that was stored. */
export function answerOf(tally: Tally, env: Pick<Env, 'BUSINESS_TIMEZONE' | 'KEEP_FACTS_MONTHS'>) {
  const { received, created, updated, unchanged, deleted, rejected, rejections } = tally
  const warnings = warningsOf(tally, env)
  return {
    success: true as const,
    received,
    created,
    updated,
    unchanged,
    deleted,
    rejected,
    ...(warnings.length > 0 && { warnings }),
    errors: rejections
      .slice(0, MOST_ERRORS)
      .map(({ position, key, error }) => ({ index: position, key, error })),
  }
}

function warningsOf(
  { withoutOffset, past }: Tally,
  { BUSINESS_TIMEZONE, KEEP_FACTS_MONTHS }: Pick<Env, 'BUSINESS_TIMEZONE' | 'KEEP_FACTS_MONTHS'>,
): string[] {
  const warnings: string[] = []
  if (withoutOffset > 0)
    warnings.push(
      `${withoutOffset === 1 ? 'One timestamp has' : `${withoutOffset} timestamps have`} no offset and ${withoutOffset === 1 ? 'was' : 'were'} read in ${BUSINESS_TIMEZONE} (BUSINESS_TIMEZONE); the recommended form is 2026-01-31T08:30:00Z.`,
    )
  if (past > 0)
    warnings.push(
      `${past === 1 ? 'One record is' : `${past} records are`} of months more than ${KEEP_FACTS_MONTHS} months ago (KEEP_FACTS_MONTHS), and tonight's clean-up deletes ${past === 1 ? 'it' : 'them'}; then these months can't be calculated.`,
    )
  return warnings
}
