import { COMPONENT_WORDS } from './components.ts'
import { METRIC_WORDS } from './metrics.ts'

const NAMES = new Map(
  Object.entries({ ...METRIC_WORDS, ...COMPONENT_WORDS }).map(([code, { label }]) => [code, label]),
)

/** Digits that are no part of a code, a date, a month or a version. */
const NUMBER = /(?<![\w.,:/-])\d+(?:\.\d+)?(?![\w:/-]|[.,]\d)/g

const rounded = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false })
const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** From here on digits are told in groups: shorter numbers are read as easily, and years and ids are among them. */
const LARGE = 10_000

/** A number as people read it: at most two decimals, a large one in groups of three digits. */
export function readable(number: number): string {
  const told = (Math.abs(number) < LARGE ? rounded : grouped).format(number)
  return told === '0' ? String(number) : told
}

/** A sentence of the engine for people: names in place of codes, and readable numbers. */
export const plainly = (sentence: string): string =>
  sentence
    .replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (code) => NAMES.get(code) ?? code)
    .replaceAll(NUMBER, (digits) => readable(Number(digits)))
