import { type Column, valueAt } from './columns.ts'

/** Tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

export const headingLine = (columns: Column[]) => line(columns.map(({ name }) => name))

/** Rows as lines of RFC 4180. */
export const rowLines = (columns: Column[], rows: readonly unknown[]) =>
  rows.map((row) => line(columns.map((column) => cell(valueAt(row, column))))).join('')

const line = (cells: string[]) => `${cells.join(',')}\r\n`

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return quoted(harmless(textOf(value)))
}

/** Lists of plain values are joined; everything else that has no columns is JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return value.join('; ')
  return JSON.stringify(value)
}

/**
 * A spreadsheet runs text that begins like a formula, so such text gets an apostrophe before it. Numbers don't: a
 * negative one is no text.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const harmless = (text: string) => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)

const quoted = (text: string) => (/[",\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
