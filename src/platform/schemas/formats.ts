import { isIPv4, isIPv6 } from 'node:net'
import { FormatRegistry } from '@sinclair/typebox'
import { codeProblem, wordProblem } from './codes.ts'
import { holdsUnseen, namesUser } from './url-text.ts'

interface Format {
  /** What a value must be, as the end of a sentence. */
  says: string
  /** What more there is to say of a value that it is not; undefined where `says` says it. */
  about?(text: string): string | undefined
  check(text: string): boolean
}

/** The text formats of the API. Every schema that names one is checked against this table. */
export const FORMATS: Record<string, Format> = {
  date: {
    says: 'must be a date, such as 2026-01-31',
    about: (text) =>
      yearLastProblem(text, '2026-01-31') ??
      yearProblem(text) ??
      (ANY_DATE.test(text) ? noSuchDate(text) : undefined),
    check: isDate,
  },
  'date-time': {
    says: 'must be a date and time, such as 2026-01-31T08:30:00Z',
    about: (text) =>
      yearLastProblem(text, '2026-01-31T08:30:00Z') ??
      yearProblem(text) ??
      neverProblem(text) ??
      (isTimestamp(`${text}Z`) ? 'must have its time zone, as 2026-01-31T08:30:00Z' : undefined),
    check: isTimestamp,
  },
  code: {
    says: 'must not be blank',
    about: codeProblem,
    check: (text) => codeProblem(text) === undefined,
  },
  word: {
    says: 'must not be blank',
    about: wordProblem,
    check: (text) => wordProblem(text) === undefined,
  },
  period: {
    says: 'must be a month such as 2026-01',
    about: yearProblem,
    check: (text) => WHOLE_MONTH.test(text),
  },
  email: { says: 'must be an e-mail address', check: (text) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text) },
  /** Taken as it is: no blank is lost, no number becomes a text. */
  password: { says: 'must be a password', check: () => true },
  uri: {
    says: 'must be a complete address that begins with https:// or http://',
    about: uriProblem,
    check: (text) => /^https?:\/\//i.test(text) && URL.canParse(text) && !uriProblem(text),
  },
  uuid: {
    says: 'must be a UUID',
    check: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  },
  currency: {
    says: 'must be an ISO 4217 code in capitals, such as EUR',
    check: (text) => Intl.supportedValuesOf('currency').includes(text) && !['CLF', 'UYW'].includes(text),
  },
  'time-zone': { says: 'must be an IANA time zone such as Europe/Berlin', check: isTimeZone },
  networks: {
    says: 'must be addresses or networks with commas between, as 10.0.0.0/8',
    check: areNetworks,
  },
}

for (const [name, { check }] of Object.entries(FORMATS)) FormatRegistry.Set(name, check)

/** A year that is no slip of the keyboard. What is computed from such a date can be stored and read as well. */
const YEAR = '(?:19[7-9]|2\\d\\d)\\d'
const ANY_DATE = /^\d{4}-\d\d-\d\d$/
const MONTH = `${YEAR}-(?:0[1-9]|1[0-2])`
const DATE = `${MONTH}-(?:0[1-9]|[12]\\d|3[01])`
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:[Zz]|[+-](?:0\\d|1[0-4]):?[0-5]\\d)'
const OTHER_YEAR = new RegExp(`^\\s*(?!${YEAR})\\d{4}-\\d\\d`)
const WHOLE_MONTH = new RegExp(`^${MONTH}$`)
const WHOLE_DATE = new RegExp(`^${DATE}$`)
const WHOLE_TIMESTAMP = new RegExp(`^${DATE}[Tt ]${TIME}$`)

function isDate(text: string) {
  return WHOLE_DATE.test(text) && isInMonth(text)
}

function isTimestamp(text: string) {
  return WHOLE_TIMESTAMP.test(text) && isInMonth(text)
}

const MONTHS_OF_30_DAYS = ['04', '06', '09', '11']

/** Whether the month of a date has its day. No Date is made, for pushes have millions of timestamps. */
function isInMonth(text: string) {
  const day = Number(text.slice(8, 10))
  if (day <= 28) return true
  const month = text.slice(5, 7)
  if (month === '02') return day === 29 && isLeapYear(Number(text.slice(0, 4)))
  return day <= 30 || !MONTHS_OF_30_DAYS.includes(month)
}

const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const YEAR_LAST = /^\s*(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)\b/

/** What is wrong with a date that has the day or the month first, as 31.01.2026 or 1/31/26. */
function yearLastProblem(text: string, example: string) {
  const [date, first, , second, year = ''] = YEAR_LAST.exec(text) ?? []
  if (!date || !first || !second) return undefined
  const whole = (month: string, day: string) =>
    `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const read = [whole(second, first), whole(first, second)]
  return read.some((date) => isDate(date) || yearProblem(date))
    ? `must have the year first, as ${example}`
    : `must have the year first, as ${example}; there is no ${date.trim()}`
}

const noSuchDate = (text: string) => `must be a date that exists: there is no ${text}`

function yearProblem(text: string) {
  return OTHER_YEAR.test(text) ? 'must lie in the years 1970 to 2999' : undefined
}

const TIME_OF_DAY = /^(?:[01]\d|2[0-3])(?::[0-5]\d){1,2}$/

/** What a text with the form of a timestamp names that does not exist: a day, or a time of day. */
function neverProblem(text: string) {
  const [, date = '', time] =
    /^\s*(\d{4}-\d\d-\d\d)(?:[Tt ] ?(\d\d:\d\d(?::\d\d)?)(?!\d).*)?\s*$/.exec(text) ?? []
  if (date && !isDate(date)) return noSuchDate(date)
  return time && !TIME_OF_DAY.test(time)
    ? `must have a time of day that exists: there is no ${time}`
    : undefined
}

function uriProblem(text: string) {
  if (holdsUnseen(text))
    return 'must have no spaces, backslashes or characters that are not seen, such as marks of text direction'
  return namesUser(text) ? 'must not hold a user name or password' : undefined
}

/** UTC is one whose rules need not be loaded, which takes longer than all other settings. */
function isTimeZone(name: string) {
  if (name === 'UTC') return true
  if (!/^[a-z]/i.test(name)) return false // an offset, whose sign PostgreSQL reads the other way round
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Whether a text names addresses and networks in CIDR notation, with commas between: `10.0.0.0/8, 2001:db8::5`. */
export function areNetworks(text: string) {
  return text.split(',').every((part) => isNetwork(part.trim()))
}

/** A network of length 0 would be everybody. By hand, because ipaddr.js also reads short and octal addresses. */
function isNetwork(text: string): boolean {
  const [, address = '', length] = /^([\da-f.:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(text) ?? []
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0
  return bits > 0 && Number(length ?? bits) <= bits
}
