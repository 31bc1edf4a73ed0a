/**
 * The values as the text of one PostgreSQL array. A column of thousands of records travels as one parameter of
 * this kind: `unnest` of such arrays is a faster way into a statement than `jsonb_to_recordset` and than arrays that
 * the driver writes. Where the type has one, `binaryArray` is faster still.
 */
export const arrayLiteral = (values: unknown[]): string => `{${values.map(element).join()}}`

const element = (value: unknown) =>
  value === null || value === undefined ? 'NULL' : typeof value === 'string' ? quoted(value) : String(value)

const SPECIAL = /["\\]/
const quoted = (text: string) => `"${SPECIAL.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`
