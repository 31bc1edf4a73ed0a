import { stringify } from 'csv-stringify/sync'
import { type Column, valueAt } from './columns.ts'

/** Tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** RFC 4180. Line breaks of any kind and blanks at the ends are kept by quotes. */
const OPTIONS = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]|^ | $/,
  cast: {
    string: harmless,
    object: (value: object) => harmless(textOf(value)),
    number: String,
    boolean: String,
  },
}

export const headingLine = (columns: Column[]) => stringify([columns.map(({ name }) => name)], OPTIONS)

/** Rows as lines. */
export const rowLines = (columns: Column[], rows: readonly unknown[]) =>
  stringify(
    rows.map((row) => columns.map((column) => valueAt(row, column))),
    OPTIONS,
  )

/** Lists of plain values are joined; everything else that has no columns is JSON. */
function textOf(value: object): string {
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return value.join('; ')
  return JSON.stringify(value)
}

/**
 * A spreadsheet runs text that begins like a formula, so such text gets an apostrophe before it. Numbers don't: a
 * negative one is no text. (The library's own `escape_formulas` makes no such difference.)
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function harmless(text: string) {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
}
