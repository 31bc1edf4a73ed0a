import type { TObject } from '@sinclair/typebox'
import type { Feed, Note } from '../../../src/feeds/feed.ts'
import { branchesOf } from '../reading/forms.ts'
import { mostSaid, type Said } from '../reading/said.ts'

/** A warning of records, and an aggregate over `given f` that counts them. */
export interface DateCheck {
  said: string
  count: string
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
      ? { said: `${then} lies before ${first}`, count: `count(*) filter (where f.${then} < f.${first})` }
      : {
          said: `${then} lies before ${first.said}`,
          count: `(select count(*) from given f ${first.join} where ${isGiven} and f.${then} < ${first.value})`,
        },
  ),
  ...datesOf(record)
    .filter(({ field }) => !mayLieAhead.includes(field))
    .map(({ field, format }) => ({
      said: `${field} lies in the future`,
      count: `count(*) filter (where f.${field} ${AFTER_TOMORROW[format]})`,
    })),
  ...notes.map(({ where, many }) => ({ said: many, count: `count(*) filter (where ${where})` })),
]

function datesOf({ properties }: TObject) {
  return Object.entries(properties).flatMap(([field, schema]) => {
    const branches = branchesOf(schema)
    const format = branches.find(({ format }) => format in AFTER_TOMORROW)?.format as string | undefined
    return format ? [{ field, format }] : []
  })
}

const MOST_SAID = 10

/** The sentences that name them, most records first. */
export const oddDateWarnings = (found: Said, notes: Note[] = []): string[] =>
  mostSaid(found)
    .slice(0, MOST_SAID)
    .map(([said, records]) => {
      const number = records.toLocaleString('en')
      const note = notes.find(({ many }) => many === said)
      if (note) return `${number} ${records === 1 ? note.one : note.many}`
      return `${said} (${number} ${records === 1 ? 'record' : 'records'}); dates are stored as sent`
    })
