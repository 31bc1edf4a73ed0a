import type { FastifyInstance } from 'fastify'
import { type Json, rebuild } from '../../src/platform/openapi/models.ts'

/** What the API's document has under this name, a body or a record, with all that it refers to. */
export function formSchema(app: FastifyInstance, name: string): unknown {
  const { components } = app.swagger() as unknown as { components: { schemas: Record<string, Json> } }
  const { schemas } = components
  return Object.hasOwn(schemas, name) ? whole(schemas[name]) : undefined

  function whole(schema: unknown): unknown {
    return rebuild(schema, ({ $ref, ...rest }) => {
      const named = typeof $ref === 'string' ? whole(schemas[$ref.slice($ref.lastIndexOf('/') + 1)]) : {}
      return { ...(named as Json), ...rest }
    })
  }
}
