import type { Json } from '../models.ts'

/** A request that shows an operation, made of the examples of its document. */
export interface SampleRequest {
  method: string
  /** With its parameters filled in, such as /api/sellers/S-1018 */
  path: string
  /** What the path and the query take, by name. */
  parameters: Json
  query: Json
  body?: { type: string; content: unknown }
  /** Whether the caller says who it is. */
  asUser: boolean
  /** Whether it needs a token in every mode. */
  withToken: boolean
}

export interface Operation {
  operationId: string
  summary: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Json; example?: unknown }> }
  security?: Json[]
  responses: Record<string, { content?: Json }>
}
interface Parameter {
  in: string
  name: string
  required?: boolean
  example?: unknown
  schema: Json
}

/**
 * @param models what the document has under components/schemas
 * @param values what to take for parameters and fields of these names in place of the document's examples
 */
export function sampleRequest(
  method: string,
  path: string,
  { parameters = [], requestBody, security = [] }: Operation,
  models: Record<string, Json>,
  values: Json,
): SampleRequest {
  const example = createExamples(models, values)
  const taken = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && one.required)
        .map((one) => [one.name, values[one.name] ?? one.example ?? example(one.schema)]),
    )
  const ofPath = taken('path')
  const query = taken('query')
  const [type, form] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const content = form && (form.example ?? example(form.schema))
  const isNeeded = requestBody?.required || !isEmpty(content)
  return {
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(ofPath[name]))),
    parameters: { ...ofPath, ...query },
    query,
    ...(type && isNeeded && { body: { type, content } }),
    asUser: security.some((one) => 'userId' in one),
    withToken: security.length > 0 && security.every((one) => 'bearer' in one),
  }
}

const isEmpty = (content: unknown) => typeof content === 'object' && Object.keys(content ?? {}).length === 0

/** How many fields are shown of a body that needs none. */
const OPTIONAL_FIELDS = 2

/** Fields that say which object is meant, and are not changed. */
const NAMES_OBJECT = /^(id|code|.*_id|.*_code)$/

/** Of a schema that shows nothing by itself. */
function plainValue({ type, minimum }: Json) {
  const first = Array.isArray(type) ? type.find((one) => one !== 'null') : type
  if (first === 'integer' || first === 'number') return minimum ?? 1
  if (first === 'boolean') return true
  if (first === 'object') return {}
  return first === 'string' ? 'text' : null
}

/** Examples of schemas of a document: of an object, the fields that it needs, or the first when it needs none. */
function createExamples(models: Record<string, Json>, values: Json) {
  return function example(schema: Json): unknown {
    if (schema.$ref) return example(models[(schema.$ref as string).split('/').at(-1) as string] as Json)
    const examples = schema.examples as unknown[] | undefined
    if (schema.example !== undefined) return schema.example
    if (examples?.length) return examples[0]
    if (schema.const !== undefined) return schema.const
    if (schema.default !== undefined) return schema.default
    if (schema.enum) return (schema.enum as unknown[])[0]
    const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
    if (choices) return example(choices[0] as Json)
    if (schema.type === 'array') return [example(schema.items as Json)]
    if (schema.properties) return fields(schema)
    return plainValue(schema)
  }

  function fields({ properties, required }: Json) {
    const all = Object.entries(properties as Record<string, Json>).filter(([, part]) => !part.deprecated)
    const names = required as string[] | undefined
    const shown = names?.length
      ? all.filter(([name]) => names.includes(name))
      : all.filter(([name]) => !NAMES_OBJECT.test(name)).slice(0, OPTIONAL_FIELDS)
    const example = createExamples(models, values)
    return Object.fromEntries(shown.map(([name, part]) => [name, values[name] ?? example(part)]))
  }
}
