import type { EventType } from '../../src/domain/events/event-types.ts'

interface OpenApiDocument {
  components: { schemas: Record<string, unknown> }
  webhooks: Record<
    string,
    { post: { requestBody: { content: { 'application/json': { schema: unknown } } } } }
  >
}

/** The schema of an event as the API's document has it, with every component that it refers to put in its place. */
export function eventSchema({ components, webhooks }: OpenApiDocument, type: EventType): object {
  const inline = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(inline)
    if (typeof schema !== 'object' || schema === null) return schema
    const { $ref, ...rest } = schema as { $ref?: string }
    const referred = $ref && (components.schemas[$ref.split('/').at(-1) as string] as object)
    const whole = { ...referred, ...rest }
    return Object.fromEntries(Object.entries(whole).map(([key, part]) => [key, inline(part)]))
  }
  return inline(webhooks[type]?.post.requestBody.content['application/json'].schema) as object
}
