export type Json = Record<string, unknown>

/**
 * Puts the models of the document under components/schemas, and a reference wherever they stand, so that generated
 * clients have `Seller` and not one anonymous type per operation. Models are: schemas with a `title`; what operations
 * take and answer; and objects that stand in several places. Models that the document declares already give their names
 * to objects of the same content; a union among them stands for whatever else would have its name.
 */
export function nameModels(document: Json): Json {
  const components = document.components as Json | undefined
  const models = createModels()
  const titled = (part: Json) =>
    isObject(part) && part.title ? models.reference(part, [part.title as string]) : part
  for (const [name, model] of Object.entries((components?.schemas ?? {}) as Record<string, Json>))
    models.add(name, rebuild(model, (part, path) => (path.length > 0 ? titled(part) : part)) as Json)
  const paths = rebuild(document.paths, titled) as Json
  for (const operation of operationsOf(paths)) nameEntries(operation, models)
  for (const operation of operationsOf(paths)) nameParts(operation, models)
  models.nameRepeated()
  return { ...document, paths, components: { ...components, schemas: models.all() } }
}

interface Operation {
  operationId: string
  requestBody?: { content?: Forms }
  responses?: Record<string, Answer>
}
interface Answer {
  $ref?: string
  description?: string
  headers?: Json
  content?: Forms
}
type Forms = Record<string, { schema?: Json }>
type Models = ReturnType<typeof createModels>

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Every operation of the document. */
export const operationsOf = (paths: Json): Operation[] =>
  Object.values(paths as Record<string, Record<string, Operation>>).flatMap((path) =>
    METHODS.flatMap((method) => path[method] ?? []),
  )

const jsonOf = (content: Forms | undefined) => content?.['application/json']

function answersOf({ responses = {} }: Operation) {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const form = jsonOf(content)
    return form && status < '300' ? [{ status, form }] : []
  })
}

/** Entries of lists come first, so that `Warehouse` is one of listWarehouses and not what another operation answers. */
function nameEntries(operation: Operation, models: Models) {
  for (const { form } of answersOf(operation)) {
    const { schema } = form
    const entries = entriesOf(schema)
    if (!schema || !entries || !isObject(entries)) continue
    const data = (schema.properties as Json).data as Json
    data.items = models.reference(entries, namesOf(operation.operationId, schema).entry)
  }
}

function nameParts(operation: Operation, models: Models) {
  const body = jsonOf(operation.requestBody?.content)
  if (body?.schema && !isNamed(body.schema))
    body.schema = models.reference(body.schema, namesOf(operation.operationId, undefined).body)
  for (const { status, form } of answersOf(operation)) {
    if (!form.schema || isNamed(form.schema)) continue
    const { accepted, answer } = namesOf(operation.operationId, form.schema)
    form.schema =
      models.known(form.schema) ?? models.reference(form.schema, status === '202' ? accepted : answer)
  }
}

const isNamed = ({ $ref, type }: Json) => $ref !== undefined || type === 'string'

function createModels() {
  const models = new Map<string, Json>()
  /** The names of models by what they ask for. */
  const names = new Map<string, string>()

  const referTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })

  function add(name: string, model: Json) {
    models.set(name, model)
    if (!names.has(textOf(model))) names.set(textOf(model), name)
  }

  /** A reference to the schema under the first of these names that is free, or means the same. */
  function reference(schema: Json, wanted: string[]) {
    const { title: _title, ...model } = schema
    const last = wanted.at(-1) as string
    for (let n = 0; ; n++) {
      const name = wanted[n] ?? `${last}${n - wanted.length + 2}`
      const other = models.get(name)
      if (other && !other.oneOf && textOf(other) !== textOf(model)) continue
      if (!other) add(name, model)
      return referTo(name)
    }
  }

  /** A reference to the model that has the schema’s content. */
  function known(schema: Json) {
    const name = names.get(textOf(schema))
    return name ? referTo(name) : undefined
  }

  /** Makes models of the objects inside of models that stand in several places. */
  function nameRepeated() {
    const uses = new Map<string, number>()
    const before = [...models]
    for (const [, model] of before)
      rebuild(model, (part, _path, original) => {
        if (isObject(part)) uses.set(textOf(original), (uses.get(textOf(original)) ?? 0) + 1)
        return part
      })
    for (const [owner, model] of before) {
      const parts = rebuild(model, (part, path, original) => {
        if (path.length === 0 || !isObject(part) || (uses.get(textOf(original)) ?? 0) < 2) return part
        const { description, ...unplaced } = part
        const ref = known(original) ?? reference(unplaced, [fieldName(owner, path)])
        names.set(textOf(original), ref.$ref.split('/').at(-1) as string)
        return description ? { ...ref, description } : ref
      })
      models.set(owner, parts as Json)
    }
  }

  return { add, reference, known, nameRepeated, all: () => Object.fromEntries(models) }
}

const isObject = ({ type, properties }: Json) => type === 'object' && properties !== undefined

/** What a schema asks for, wherever it stands. */
const textOf = ({ title: _title, description: _description, ...schema }: Json) => JSON.stringify(schema)

/** Keys whose values are data and not schemas. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum'])

/** Rebuilds a schema, or all that are in a part of the document, from the inside out. */
export function rebuild(
  value: unknown,
  change: (part: Json, path: string[], original: Json) => Json,
  path: string[] = [],
): unknown {
  if (Array.isArray(value)) return value.map((inner) => rebuild(inner, change, path))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    DATA.has(key) && path.at(-1) !== 'properties' ? inner : rebuild(inner, change, [...path, key]),
  ])
  return change(Object.fromEntries(entries), path, value as Json)
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

/**
 * What the body and the answer of an operation are called: `createSeller` takes a CreateSellerBody and answers with a
 * CreateSellerAnswer, `getHealth` with Health, `listSellers` with a SellerPage of Seller, or a SellerList when it has
 * no pages. What one `get` answers beyond an entry of the list is a ScoringRunDetail. `accepted` is an answer with 202,
 * about what is still to come, `entry` one of `data`, without a title. The first name that is free is taken.
 */
function namesOf(operationId: string, answer: Json | undefined) {
  const operation = capital(operationId)
  const [, verb, object = ''] = operationId.match(/^(get|list)([A-Z].*)$/) ?? []
  const one = singular(object)
  const listed = nameIn(entriesOf(answer)) ?? one
  const kind = fieldsOf(answer).total ? 'Page' : 'List'
  const answers = verb === 'get' ? [object, `${object}Detail`] : [`${listed}${kind}`, `${one}${kind}`]
  return {
    body: [`${operation}Body`],
    accepted: [`${operation}Accepted`],
    answer: [...(verb ? answers : []), `${operation}Answer`],
    entry: verb === 'get' ? [`${object}Entry`] : [...(verb ? [one] : []), `${operation}Entry`],
  }
}

const entriesOf = (answer: Json | undefined) => (fieldsOf(answer).data as Json | undefined)?.items as Json

const fieldsOf = (schema: Json | undefined) => (schema?.properties ?? {}) as Json

const nameIn = (schema: Json | undefined) => (schema?.$ref as string | undefined)?.split('/').at(-1)

/** What the object in a field of a model is called: ScoringRunFeedsInUse, LoginSession. */
function fieldName(model: string, path: string[]) {
  const field = path.filter((key) => !KEYWORDS.has(key)).at(-1) ?? 'fields'
  return (
    model.replace(/(Answer|Body|Page|Event)$/, '') +
    capital(path.at(-1) === 'items' ? singular(field) : field)
  )
}

const KEYWORDS = new Set(['properties', 'items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'])

/** `seller.tier_changed` → `SellerTierChanged` */
export const capital = (text: string) =>
  text.replaceAll(/(?:^|[^a-zA-Z0-9])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const singular = (text: string) => text.replace(/ies$/, 'y').replace(/(?<=ss|x|ch|sh)es$|(?<!s)s$/, '')
