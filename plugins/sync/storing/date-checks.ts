import type { TObject } from '@sinclair/typebox'
import type { Feed } from '../../../src/feeds/feed.ts'
import { branchesOf } from '../reading/forms.ts'

/** A warning of records, and an aggregate over `given f` that lists their numbers, null where there are none. */
export interface DateCheck {
  said: string
  found: string
}

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
