import type { TObject } from '@sinclair/typebox'
import type { Feed, Note } from '../../../src/feeds/feed.ts'
import { branchesOf } from '../reading/forms.ts'

/** A warning of records, and an aggregate over `given f` that lists their numbers, null where there are none. */
export interface DateCheck {
  said: string
  found: string
}

/** How many records were found, and the keys of some, by what is said of them. */
export type OddDates = Record<string, { records: number; keys: string[] }>

/** The day after the current one, in statements that begin with `push`: clocks and time zones of senders differ. */
export const TOMORROW = (zone: string) => `(now() at time zone ${zone})::date + 1 as tomorrow`

/** Conditions that a value lies after tomorrow, by the format of its field. */
const AFTER_TOMORROW: Record<string, string> = {
  'date-time': '>= (select (tomorrow + 1)::timestamp at time zone zone from push)',
  date: '> (select tomorrow from push)',
  period: `> (select to_char(tomorrow, 'YYYY-MM') from push)`,
}

/**
 * The checks of a feed: no date lies after tomorrow but those that its file says may lie ahead, and none before one
 * that comes first; and what else its file notes. `isGiven` is the condition for the records that are looked at.
 */
export const dateChecksOf = (
  {
    record,
    inOrder = [],
    mayLieAhead = [],
    notes = [],
  }: Pick<Feed, 'record' | 'inOrder' | 'mayLieAhead' | 'notes'>,
  isGiven: string,
): DateCheck[] => [
  ...inOrder.map(([first, then]) =>
    typeof first === 'string'
      ? { said: `${then} lies before ${first}`, found: numbersWhere(`f.${then} < f.${first}`) }
      : {
          said: `${then} lies before ${first.said}`,
          found: `(select array_agg(f.n) from given f ${first.join} where ${isGiven} and f.${then} < ${first.value})`,
        },
  ),
  ...datesOf(record)
    .filter(({ field }) => !mayLieAhead.includes(field))
    .map(({ field, format }) => ({
      said: `${field} lies in the future`,
      found: numbersWhere(`f.${field} ${AFTER_TOMORROW[format]}`),
    })),
  ...notes.map(({ where, many }) => ({ said: many, found: numbersWhere(where) })),
]

const numbersWhere = (condition: string) => `array_agg(f.n) filter (where ${condition})`

function datesOf({ properties }: TObject) {
  return Object.entries(properties).flatMap(([field, schema]) => {
    const branches = branchesOf(schema)
    const format = branches.find(({ format }) => format in AFTER_TOMORROW)?.format as string | undefined
    return format ? [{ field, format }] : []
  })
}

/** So many keys are named with what is said of records. */
export const KEYS_NAMED = 3

/** Those of two parts of a push. */
export function addOddDates(one: OddDates, other: OddDates): OddDates {
  const sum = { ...one }
  for (const [said, { records, keys }] of Object.entries(other)) {
    const before = one[said] ?? { records: 0, keys: [] }
    sum[said] = { records: before.records + records, keys: [...before.keys, ...keys].slice(0, KEYS_NAMED) }
  }
  return sum
}

/** What was found of records with these keys, by the numbers that each check lists. */
export const oddDatesOf = (checks: DateCheck[], found: (number[] | null)[], keyOf: (n: number) => string) =>
  Object.fromEntries(
    checks.flatMap(({ said }, i) => {
      const numbers = (found[i] ?? []).toSorted((one, other) => one - other)
      const keys = numbers.slice(0, KEYS_NAMED).map(keyOf)
      return numbers.length > 0 ? [[said, { records: numbers.length, keys }]] : []
    }),
  )

const MOST_SAID = 10

/** The sentences that name them, most records first. */
export const oddDateWarnings = (found: OddDates, notes: Note[] = []): string[] =>
  Object.entries(found)
    .toSorted(([, one], [, other]) => other.records - one.records)
    .slice(0, MOST_SAID)
    .map(([said, { records, keys }]) => {
      const number = records.toLocaleString('en')
      const note = notes.find(({ many }) => many === said)
      const some = keys.join(', ')
      const isAll = records === keys.length
      if (note) return `${number} ${records === 1 ? note.one : note.many} (${isAll ? '' : 'such as '}${some})`
      return `${said} (${number} ${records === 1 ? 'record' : 'records'}${isAll ? ': ' : ', such as '}${some}); dates are stored as sent`
    })
