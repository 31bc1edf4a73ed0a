import type { TSchema } from '@sinclair/typebox'

/** One column: its heading and where its value is in a row. */
export interface Column {
  name: string
  path: string[]
  /** In which rows its cell is left empty. */
  isEmpty?: (row: never) => boolean
}

const EMPTY = Symbol('empty in CSV')

/**
 * The schema, for a value whose cell is left empty in some rows, so that a mean of the column counts true values only.
 */
export const emptyInCsv = <T extends TSchema, Row>(schema: T, isEmpty: (row: Row) => boolean): T => ({
  ...schema,
  [EMPTY]: isEmpty,
})

/** The columns of rows of a schema, in its order. Fields of nested objects are columns of their own, as tier.name. */
export function csvColumns(schema: TSchema, path: string[] = []): Column[] {
  const fields = fieldsOf(schema)
  const isEmpty = (schema as { [EMPTY]?: Column['isEmpty'] })[EMPTY]
  if (fields.length === 0) return [{ name: path.join('.'), path, ...(isEmpty && { isEmpty }) }]
  return fields.flatMap(([name, field]) => csvColumns(field, [...path, name]))
}

/** The fields of an object, or of an object that may be null. One without known fields is a value like any other. */
function fieldsOf(schema: TSchema): [string, TSchema][] {
  const objects = [schema, ...((schema.anyOf ?? []) as TSchema[])].filter(({ properties }) => properties)
  return objects.length === 1 ? Object.entries(objects[0]?.properties as Record<string, TSchema>) : []
}

/** The value of a column in a row; undefined where the way to it ends at a null. */
export const valueAt = (row: unknown, { path, isEmpty }: Column): unknown =>
  isEmpty?.(row as never)
    ? undefined
    : path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], row)
