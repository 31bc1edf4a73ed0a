import { arrayLiteral } from '../../../src/platform/database/statements/array-literal.ts'
import { binaryArray, isBinaryType } from '../../../src/platform/database/statements/binary-array.ts'
import type { Upsert } from './upsert.ts'

type Row = Record<string, unknown>

/** The statement of a feed that records need, with its parameters. */
export function callOf(
  { fields, ...upsert }: Upsert,
  first: unknown[],
  rows: Row[],
  hasRepeats: boolean,
): [string, unknown[]] {
  const columns = fields.map(({ field, type }) => parameter(type, rows, field))
  if (rows.some(({ deleted }) => deleted))
    return [upsert.withDeletions, [...first, ...columns, parameter('bool', rows, 'deleted')]]
  const statement = hasRepeats ? upsert.withRepeats : upsert.statement
  return [statement, [...first, ...columns]]
}

function parameter(type: string, rows: Row[], field: string) {
  const values = rows.map((row) => row[field])
  return isBinaryType(type) ? binaryArray(type, values) : arrayLiteral(values)
}
