import type { FastifyInstance } from 'fastify'

/** What is used here of a schema of the API's document. */
interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** What the API's document has under this name, a body or a record, with all that it refers to. */
export function formSchema(app: FastifyInstance, name: string): Schema | undefined {
  const { components } = app.swagger() as unknown as { components: { schemas: Record<string, Schema> } }
  const { schemas } = components
  return Object.hasOwn(schemas, name) ? whole({ $ref: `/${name}` }) : undefined

  function whole({ $ref, properties, items, anyOf, ...rest }: Schema): Schema {
    if ($ref) return { ...whole(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}), ...rest }
    return {
      ...rest,
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([field, one]) => [field, whole(one)])),
      }),
      ...(items && { items: whole(items) }),
      ...(anyOf && { anyOf: anyOf.map(whole) }),
    }
  }
}
