import type { TSchema } from '@sinclair/typebox'

/** One column: its heading and where its value is in a row. */
export interface Column {
  name: string
  path: string[]
}

/** The columns of rows of a schema, in its order. Fields of nested objects are columns of their own, as tier.name. */
export function columnsOf(schema: TSchema, path: string[] = []): Column[] {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return [{ name: path.join('.'), path }]
  return fields.flatMap(([name, field]) => columnsOf(field, [...path, name]))
}

/** The fields of an object, or of an object that may be null. One without known fields is a value like any other. */
function fieldsOf(schema: TSchema): [string, TSchema][] {
  const objects = [schema, ...((schema.anyOf ?? []) as TSchema[])].filter(({ properties }) => properties)
  return objects.length === 1 ? Object.entries(objects[0]?.properties as Record<string, TSchema>) : []
}

/** The value of a column in a row; undefined where the way to it ends at a null. */
export const valueAt = (row: unknown, { path }: Column): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], row)
