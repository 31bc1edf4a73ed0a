import { decimalsOfCurrency } from '../../src/scoring/currency.ts'

/** Numbers, months and times as the reader's language writes them. */

const two = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const signed = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})
const whole = new Intl.NumberFormat()
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 })
const monthName = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'long', timeZone: 'UTC' })
const shortMonthName = new Intl.DateTimeFormat(undefined, {
  year: '2-digit',
  month: 'short',
  timeZone: 'UTC',
})
const dayName = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

/** A score, 0 to 100: always two decimals, so that columns stand still. `–` where there is none. */
export const score = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : two.format(value)

/** A change of a score, with its sign. */
export const delta = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : signed.format(value)

export const count = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : whole.format(value)

/** A ratio, 0 to 1, as percent. */
export const ratio = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : percent.format(value)

const money: Record<string, Intl.NumberFormat> = {}

/** An amount of a currency, with its decimals by ISO 4217: those of the browser are of what is used in shops. */
export function amount(value: number | null | undefined, currency: string) {
  if (value === null || value === undefined) return '–'
  const decimals = decimalsOfCurrency(currency)
  money[currency] ??= new Intl.NumberFormat(undefined, {
    ...{ style: 'currency', currency },
    ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  })
  return money[currency].format(value)
}

/** `2026-10` → `October 2026` */
export const month = (period: string) => monthName.format(new Date(`${period}-01T00:00:00Z`))

/** `2026-10` → `Oct 26` */
export const shortMonth = (period: string) => shortMonthName.format(new Date(`${period}-01T00:00:00Z`))

/** `August 2026 to October 2026`, or the one month. */
export const months = ({ from, to }: { from: string; to: string }, nameOf = month) =>
  from === to ? nameOf(from) : `${nameOf(from)} to ${nameOf(to)}`

/** A day without a time: `2026-10-03`. */
export const day = (date: string) => dayName.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))

/** A moment, in the time zone of the business. */
export const moment = (instant: string, timeZone?: string) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(instant),
  )

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** `3 hours ago` */
export function since(instant: string, now = Date.now()) {
  const seconds = (new Date(instant).getTime() - now) / 1000
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const)
  return ago.format(Math.trunc(seconds / size), unit)
}

/** `2026-12` and 1 → `2027-01` */
export function addMonths(period: string, months: number): string {
  const [year = 0, number = 1] = period.split('-').map(Number)
  const at = new Date(Date.UTC(year, number - 1 + months, 1))
  return at.toISOString().slice(0, 7)
}

/** Whether a text says something: ten characters that are no blanks, as the service asks of an appeal. */
export const saysSomething = (text: string) => [...text.replace(/\s/gu, '')].length >= 10

const rules = new Intl.PluralRules('en')

/** `plural(2, 'seller', 'sellers')` → `2 sellers` */
export const plural = (count: number, one: string, many: string) =>
  `${whole.format(count)} ${rules.select(count) === 'one' ? one : many}`
