type Json = Record<string, unknown>

/**
 * A schema with a `title` becomes a model of that name under components/schemas, and every place that holds it
 * a reference, so that generated clients have `Seller` and not one anonymous type per operation.
 */
export function nameModels(document: Json): Json {
  const components = { ...(document.components as Json | undefined) }
  const models: Json = { ...(components.schemas as Json | undefined) }
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)])) as Json
    if (copy.type !== 'object' || typeof copy.title !== 'string') return copy
    models[copy.title] ??= copy
    return { $ref: `#/components/schemas/${copy.title}` }
  }
  const paths = walk(document.paths)
  return { ...document, paths, components: { ...components, schemas: models } }
}

/** A field that has a default need not be sent, though a handler always finds it. */
export function withOptionalDefaults<T extends object | undefined>(schema: T): T {
  const { required, properties } = (schema ?? {}) as {
    required?: string[]
    properties?: Record<string, Json>
  }
  if (!schema || !required || !properties) return schema
  return { ...schema, required: required.filter((name) => properties[name]?.default === undefined) }
}
