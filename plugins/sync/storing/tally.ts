import type { DayCount, LateCount } from '../../../src/domain/facts/count-days.ts'
import { COUNTS, type counts } from '../push-schemas.ts'
import type { Push } from '../pushed-feed.ts'
import { addFindings, type Findings } from '../reading/findings.ts'
import type { Wrong } from '../reading/record-check.ts'
import { warningsOf } from './warnings.ts'

/** A record that was not stored. `position` counts the records of the push, from 0, `line` the lines of a file. */
export interface Rejection {
  position: number
  line?: number
  key: string | null
  error: string
  /** What is wrong, field by field, with the values as they were sent, null where nothing was; the first is `error`. */
  problems: (Wrong & { value: unknown })[]
  record: unknown
  /** Of its fact, as far as it can be read. */
  day: string | null
}

/** Where the records of a push end up: `received` is the sum of the others. */
type Counts = Record<keyof typeof counts, number>

const NUMBERS = [
  ...COUNTS,
  /** The rejected records that have not the form of a record. */
  'unreadable',
  /** Facts created, updated or deleted after the seller's score was final; those that may be in a dry run. */
  'late',
  'withoutOffset',
  /** Good records that are so old that retention deletes them. */
  'past',
] as const

/** The results of the records of a push, or of a part of one. Each record is in exactly one of the counts of `Counts`. */
export interface Tally extends Record<(typeof NUMBERS)[number], number> {
  rejections: Rejection[]
  days: DayCount[]
  lateMonths: LateCount[]
  found: Findings
}

const numbersBy = <Name extends string>(names: readonly Name[], value: (name: Name) => number) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<Name, number>

export const emptyTally = (): Tally => ({
  ...numbersBy(NUMBERS, () => 0),
  rejections: [],
  days: [],
  lateMonths: [],
  found: {},
})

/** The counts alone. */
export const countsOf = (tally: Counts): Counts => numbersBy(COUNTS, (name) => tally[name])

/** How many problems of rejected records an answer names; all are kept and listed by GET /api/sync/rejections. */
const MOST_ERRORS = 1_000

/** Two parts together. Rejections stay that an answer names, so that a stream needs no more memory. */
export const addTally = (one: Tally, other: Tally): Tally => ({
  ...numbersBy(NUMBERS, (name) => one[name] + other[name]),
  rejections: [...one.rejections, ...other.rejections].slice(0, MOST_ERRORS),
  days: [...one.days, ...other.days],
  lateMonths: [...one.lateMonths, ...other.lateMonths],
  found: addFindings(one.found, other.found),
})

/** Whether records were sent and none of them is one. */
export const isUnreadable = ({ received, unreadable }: Tally) => received > 0 && unreadable === received

/** The days of records of which nothing is stored. */
export const rejectedDays = (days: Pick<DayCount, 'day' | 'rejected'>[]): DayCount[] =>
  days.map(({ day, rejected }) => ({ day, received: rejected, created: 0, updated: 0, deleted: 0, rejected }))

/** The same without its good records: they count as if they had not been sent. */
export const onlyRejected = ({ rejected, rejections, days }: Tally): Tally => ({
  ...emptyTally(),
  received: rejected,
  rejected,
  rejections,
  days: rejectedDays(days.filter((day) => day.rejected > 0)),
})

/** The answer to a push that was stored, or only tried. It is no success when every record was rejected. */
export function answerOf(push: Push, tally: Tally) {
  const { received, repeated, rejected, late, rejections } = tally
  const warnings = warningsOf(push, tally)
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
