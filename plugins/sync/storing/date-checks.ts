import type { TObject } from '@sinclair/typebox'
import type { Feed } from '../../../src/feeds/feed.ts'
import { branchesOf } from '../reading/forms.ts'

/** The day after the current one, in statements that begin with `push`: clocks and time zones of senders differ. */
export const TOMORROW = (zone: string) => `(now() at time zone ${zone})::date + 1 as tomorrow`

/** Conditions that a value lies after tomorrow, by the format of its field. */
const AFTER_TOMORROW: Record<string, string> = {
  'date-time': '>= (select (tomorrow + 1)::timestamp at time zone $1 from push)',
  date: '> (select tomorrow from push)',
  period: `> (select to_char(tomorrow, 'YYYY-MM') from push)`,
}

/**
 * The checks of a feed: no date lies after tomorrow that may not, none before one that comes first; and its notes. Each is
 * what is said, and an aggregate over `given f` that lists the numbers of the records, null where there are none.
 */
export const dateChecksOf = ({ record, inOrder = [], mayLieAhead = [], notes = [] }: Feed) => [
  ...inOrder.map(([first, then]) => {
    const { said, value } = typeof first === 'string' ? { said: first, value: `f.${first}` } : first
    return { said: `${then} is before ${said}`, found: numbersWhere(`f.${then} < ${value}`) }
  }),
  ...datesOf(record)
    .filter(({ field }) => !mayLieAhead.includes(field))
    .map(({ field, format }) => ({
      said: `${field} is in the future`,
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
