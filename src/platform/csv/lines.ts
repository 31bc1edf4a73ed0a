import { stringify } from 'csv-stringify/sync'
import { type Column, valueAt } from './columns.ts'

/** Tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * RFC 4180. Line breaks of any kind and blanks at the ends are kept by quotes. What has no columns of its own, such as
 * a list, is JSON in its cell; that begins with a bracket, so no spreadsheet runs it.
 */
const OPTIONS = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]|^ | $/,
  cast: {
    string: harmless,
    object: (value: object) => JSON.stringify(value),
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

/**
 * A spreadsheet runs text that begins like a formula, so such text gets an apostrophe before it. Some leave out blanks
 * and what can't be seen before the sign, and read its full-width form. Numbers get none: a negative one is no text.
 * (The library's own `escape_formulas` makes no such difference.)
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function harmless(text: string) {
  return /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}
