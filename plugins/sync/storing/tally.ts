import { addRows } from '../days.ts'
import type { DayCount, PeriodCount, Push, PushedFeed } from '../pushed-feed.ts'
import { addSaid, mostSaid, type Said } from '../reading/said.ts'
import { addUnknown, noUnknownNames, type UnknownNames, unknownWarnings } from '../reading/unknown-names.ts'
import { counts } from '../schemas.ts'
import { addOddDates, type OddDates, oddDateWarnings } from './date-checks.ts'
import { leftOutWarnings, severalWarnings } from './mapped-warnings.ts'
import { addDiffering, type Differing, differingWarnings, noneDiffer } from './repeats.ts'

/**
 * A record that was not stored, as it is kept. `position` counts the records of the push, from 0, `line` the lines of a
 * file.
 */
export interface Rejection {
  position: number
  line?: number
  key: string | null
  error: string
  /** What is wrong, field by field; the first is `error`. */
  problems: Problem[]
  record: unknown
  /** Of its fact, as far as it can be read. */
  day: string | null
}

/** What is wrong with a field, and its value as it was sent; null where no field is named, or nothing was sent. */
export interface Problem {
  field: string | null
  value: unknown
  error: string
}

/** Where the records of a push end up: `received` is the sum of the others. */
export type Counts = Record<keyof typeof counts, number>

const countsBy = (value: (name: keyof Counts) => number) =>
  Object.fromEntries((Object.keys(counts) as (keyof Counts)[]).map((name) => [name, value(name)])) as Counts

/** The results of the records of a push, or of a part of one. Each record is in exactly one of the counts of `Counts`. */
export interface Tally extends Counts {
  /** The rejected records that have not the form of a record. */
  unreadable: number
  /** Facts of months whose score is final. */
  late: number
  rejections: Rejection[]
  periods: PeriodCount[]
  days: DayCount[]
  /** Timestamps without an offset. */
  withoutOffset: number
  /** Names in records that are not read. */
  unknown: UnknownNames
  /** Records that are so old that retention deletes them. */
  past: number
  oddDates: OddDates
  /** Those that are no facts, by why; and those of them that took back what was stored. */
  leftOut: Said
  tookBack: Said
  /** Records that have several values where a mapping reads one, by the two paths. */
  several: Said
  /** Records with a text of three decimals where there are at most two, by the field. */
  threeDecimals: Said
  /** Records of one key that say different things. */
  differing: Differing
}

export const emptyTally = (): Tally => ({
  ...countsBy(() => 0),
  unreadable: 0,
  late: 0,
  rejections: [],
  periods: [],
  days: [],
  withoutOffset: 0,
  unknown: noUnknownNames(),
  past: 0,
  oddDates: {},
  leftOut: {},
  tookBack: {},
  several: {},
  threeDecimals: {},
  differing: noneDiffer(),
})

/** The counts alone. */
export const countsOf = (tally: Counts) => countsBy((name) => tally[name])

/** How many problems of rejected records an answer names; all are kept and listed by GET /api/sync/rejections. */
export const MOST_ERRORS = 1_000

/**
 * Two parts together. Of the rejections only those that an answer names stay, so that a stream needs no more memory.
 */
export const addTally = (one: Tally, other: Tally): Tally => ({
  ...countsBy((name) => one[name] + other[name]),
  unreadable: one.unreadable + other.unreadable,
  late: one.late + other.late,
  rejections: [...one.rejections, ...other.rejections].slice(0, MOST_ERRORS),
  periods: addRows('period', one.periods, other.periods),
  days: addRows('day', one.days, other.days),
  withoutOffset: one.withoutOffset + other.withoutOffset,
  unknown: addUnknown(one.unknown, other.unknown),
  past: one.past + other.past,
  oddDates: addOddDates(one.oddDates, other.oddDates),
  leftOut: addSaid(one.leftOut, other.leftOut),
  tookBack: addSaid(one.tookBack, other.tookBack),
  several: addSaid(one.several, other.several),
  threeDecimals: addSaid(one.threeDecimals, other.threeDecimals),
  differing: addDiffering(one.differing, other.differing),
})

/** The sentences that say which numbers may have been meant as thousands. */
const threeDecimalsWarnings = (said: Said) =>
  mostSaid(said).map(
    ([field, records]) =>
      `${records === 1 ? 'One record has' : `${records.toLocaleString('en')} records have`} three decimals in ${field}, as 1.500: it was read as 1.5, for a point stands before the decimals. Send 1500 where thousands are meant.`,
  )

/** Whether records were sent and none of them is one. */
export const isUnreadable = ({ received, unreadable }: Tally) => received > 0 && unreadable === received

/** The answer to a push that was stored, or only tried. It is no success when every record was rejected. */
export function answerOf(feed: PushedFeed, tally: Tally, push: Push) {
  const { received, repeated, rejected, late, rejections } = tally
  const warnings = warningsOf(feed, tally, push)
  return {
    success: received === 0 || rejected + repeated < received,
    ...(push.keep && { push_id: push.id }),
    ...countsOf(tally),
    late,
    ...(warnings.length > 0 && { warnings }),
    errors: rejections
      .slice(0, MOST_ERRORS)
      .flatMap(({ position, line, key, problems }) =>
        problems.map((problem) => ({ index: position, ...(line && { line }), key, ...problem })),
      )
      .slice(0, MOST_ERRORS),
  }
}

function warningsOf(
  { name, mapping, describeUnknown, facts }: PushedFeed,
  {
    received,
    unknown,
    withoutOffset,
    past,
    oddDates,
    leftOut,
    tookBack,
    several,
    threeDecimals,
    differing,
  }: Tally,
  { request }: Push,
): string[] {
  const { BUSINESS_TIMEZONE, KEEP_FACTS_MONTHS } = request.server.env
  const warnings = [
    ...leftOutWarnings(leftOut, tookBack),
    ...severalWarnings(mapping, several),
    ...threeDecimalsWarnings(threeDecimals),
    ...differingWarnings(name, differing),
    ...unknownWarnings(unknown, describeUnknown),
    ...oddDateWarnings(oddDates, facts?.notes),
  ]
  if (received === 0) warnings.push('Nothing was sent: the push holds no records.')
  if (withoutOffset > 0)
    warnings.push(
      `${withoutOffset === 1 ? 'One timestamp has' : `${withoutOffset.toLocaleString('en')} timestamps have`} no time zone and ${withoutOffset === 1 ? 'was' : 'were'} read in ${BUSINESS_TIMEZONE}, the one of the service; the recommended form is 2026-01-31T08:30:00Z.`,
    )
  if (past > 0)
    warnings.push(
      `${past === 1 ? 'One record is' : `${past} records are`} of months more than ${KEEP_FACTS_MONTHS} months ago (KEEP_FACTS_MONTHS), and tonight's clean-up deletes ${past === 1 ? 'it' : 'them'}; then these months can't be calculated.`,
    )
  return warnings
}
