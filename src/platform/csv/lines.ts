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

/** What has no columns, as a reader of a spreadsheet reads it: the entries of a list, or the fields of an object. */
function textOf(value: object): string {
  if (!Array.isArray(value)) return fieldsOf(value).join(', ')
  return value.map((entry) => (Array.isArray(entry) ? entry.map(inner).join(' ') : inner(entry))).join('; ')
}

const inner = (value: unknown): string =>
  typeof value === 'object' && value !== null ? textOf(value) : String(value ?? '')

/** The fields of an object, each as `name: value`, those of inner objects as `outer.inner: value`. */
function fieldsOf(object: object, path = ''): string[] {
  return Object.entries(object).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? fieldsOf(value, `${path}${name}.`)
      : [`${path}${name}: ${inner(value)}`],
  )
}

/**
 * A spreadsheet runs text that begins like a formula, so such text gets an apostrophe before it. Some leave out blanks
 * and what can't be seen before the sign, and read its full-width form. Numbers get none: a negative one is no text.
 * (The library's own `escape_formulas` makes no such difference.)
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function harmless(text: string) {
  return /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}
