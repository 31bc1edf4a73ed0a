import { decimalsOfCurrency } from '../../scoring/currency.ts'
import { newest } from '../../transparency/newest.ts'
import { COMPONENT_WORDS } from './components.ts'
import { METRIC_WORDS } from './metrics.ts'

const NAMES = new Map(
  Object.entries({ ...METRIC_WORDS, ...COMPONENT_WORDS }).map(([code, { label }]) => [code, label]),
)

/** What the engine says that is said more plainly here: its own text is part of its name. ¤ is before an amount of money. */
const SAID_PLAINLY: [RegExp, string][] = [
  [/, and how much it weighs among its fellows$/, ', and how much it weighs beside the others'],
  [
    /^An appeal (?:of|about) (\w+) (?:set|changed) (its|the) (?:raw|score)/,
    'An appeal about $1 changed $2 score',
  ],
  [/^An appeal of (\w+) left its raw/, 'An appeal about $1 left its score'],
  [/ The total was computed anew and went /, ' The total went '],
  [/\b(at least 1 (?:forecast |snapshot )?\w+)s\b/, '$1'],
  [/\b(at least 1 \w+ that) were/, '$1 was'],
  [/ points short of the ([\d.]+) of ([^;]+?)(?=\.$|; )/, ' points below $2 ($1)'],
]

/** Points of a score that may have fewer decimals than the two of others. */
const SCORE =
  /(?<![\w.,:/-])\d+(?:\.\d)?(?= points (?:below|to|from) |\) is below the )|(?<=\bmade \w+ )\d+(?:\.\d)?(?= instead\b)|(?<=^An appeal .*\b(?:from|to|at) )\d+(?:\.\d)?(?!\.?\d)/g

/** Digits that are no part of a code, a date, a month, a version or an amount that is told already. */
const NUMBER = /(¤|(?<![\w.,:/\p{Sc}\u00a0-]))(\d+(?:\.\d+)?)(?![\w:/-]|[.,]\d)/gu

/** A month, or a day of it, that is no part of a code or an instant. */
const MONTH = /(?<![\w./:-])(\d{4})-(0[1-9]|1[0-2])(?:-(\d\d))?(?![\w:-]|\.\d)/g
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month)),
)

const rounded = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false })
const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const amounts = newest<string | undefined, Intl.NumberFormat>(100)

/** From here on digits are told in groups: shorter numbers are read as easily, and years and ids are among them. */
const LARGE = 10_000

/** A number as people read it: at most two decimals, a large one in groups of three digits. */
export function readable(number: number): string {
  const told = (Math.abs(number) < LARGE ? rounded : grouped).format(number)
  return told === '0' ? String(number) : told
}

/** An amount of money as people read it, in the currency of the service; as a number where there is none. */
export function money(amount: number, currency: string | undefined): string {
  const digits = decimalsOfCurrency(currency)
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const options = currency ? ({ style: 'currency', currency, ...decimals } as const) : decimals
  return amounts(currency, () => new Intl.NumberFormat('en-GB', options)).format(amount)
}

/** A sentence of the engine for people: names for codes, months as they are called, readable numbers and amounts. */
export const plainly = (sentence: string, currency?: string): string =>
  SAID_PLAINLY.reduce((said, [engine, people]) => said.replace(engine, people), sentence)
    .replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (code) => NAMES.get(code) ?? code)
    .replaceAll(MONTH, (_, year: string, month: string, day?: string) =>
      [...(day ? [Number(day)] : []), MONTHS[Number(month) - 1], year].join(' '),
    )
    .replaceAll(NUMBER, (_, sign: string, digits: string) =>
      sign ? money(Number(digits), currency) : readable(Number(digits)),
    )
    .replaceAll(SCORE, (score) => Number(score).toFixed(2))

/** The first of a list, and how many more there are. */
export const named = (texts: readonly string[], most = 10) =>
  new Intl.ListFormat('en-GB').format([
    ...texts.slice(0, most),
    ...(texts.length > most ? [`${digits(texts.length - most)} more`] : []),
  ])

/** A number as people read it, in groups of three digits. */
export const digits = (number: number) => number.toLocaleString('en')
