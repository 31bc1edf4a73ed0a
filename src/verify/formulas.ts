/**
 * Text that a spreadsheet would run, as it begins like a formula, and text that has an apostrophe before such text. Some
 * leave out blanks and what can't be seen before the sign, and read its full-width form.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const RUN = /^'*(?:[\s\p{C}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** A text as a cell of a CSV that no spreadsheet runs: with an apostrophe before it where it needs one. */
export const harmless = (text: string) => (RUN.test(text) ? `'${text}` : text)

/** The text that such a cell was made of. */
export const textOf = (cell: string) => (cell.startsWith("'") && RUN.test(cell) ? cell.slice(1) : cell)
