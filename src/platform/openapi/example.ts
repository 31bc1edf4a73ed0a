import type { TSchema } from '@sinclair/typebox'

/** An example of a schema: its own where it has one, else made of the examples of its parts. */
export function exampleOf(schema: TSchema): unknown {
  if (schema.examples?.length > 0) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0])
  if (schema.type === 'array') return [exampleOf(schema.items)]
  if (schema.properties)
    return Object.fromEntries(
      Object.entries<TSchema>(schema.properties).map(([name, part]) => [name, exampleOf(part)]),
    )
  return null
}
