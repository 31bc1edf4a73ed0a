import type { Static, TObject } from '@sinclair/typebox'

/** The fields of a schema, in its order, out of a row that may have more. */
export const fieldsOf = <Schema extends TObject>(schema: Schema, row: Static<Schema>) =>
  Object.fromEntries(
    Object.keys(schema.properties).map((name) => [name, row[name as keyof Static<Schema>]]),
  ) as Static<Schema>
