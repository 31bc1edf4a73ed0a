import { refusals, type Schema, variantsIn } from './refusals.ts'

interface Body {
  required?: boolean
  content?: Record<string, { schema: Schema }>
}
interface Parameter {
  in: string
  name: string
  required?: boolean
  schema: Schema
}
interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Answer>
}
type Answer = Body & { $ref?: string }
type Paths = Record<string, Record<string, Operation>>
export interface Document {
  paths: Paths
  webhooks: Paths
  components: { schemas: Record<string, Schema>; responses?: Record<string, Answer> }
}

/** What a client of the older document misses in the newer one, one line each. */
export function losses(older: Document, newer: Document): string[] {
  const lost: string[] = []
  const miss = (what: string) => lost.push(what)
  const before = variantsIn(older.components.schemas)
  const now = variantsIn(newer.components.schemas)

  for (const name of Object.keys(older.components.schemas))
    if (!newer.components.schemas[name] && !name.startsWith('_')) miss(`the model ${name} is gone`)

  for (const [path, methods] of Object.entries(older.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const at = `${method.toUpperCase()} ${path}`
      const next = newer.paths[path]?.[method]
      if (next) compareOperations(at, operation, next)
      else miss(`${at} is gone`)
    }
  for (const [type, { post }] of Object.entries(older.webhooks)) {
    const next = newer.webhooks[type]?.post
    if (!post || !next) miss(`the event ${type} is gone`)
    else compareForms(`event ${type}`, post.requestBody, next.requestBody, answers)
  }
  return lost

  function compareOperations(at: string, old: Operation, next: Operation) {
    if (old.operationId !== next.operationId)
      miss(`${at} is called ${next.operationId}, not ${old.operationId}`)
    const key = (parameter: Parameter) => `${parameter.in} ${parameter.name.toLowerCase()}`
    const known = new Map((old.parameters ?? []).map((parameter) => [key(parameter), parameter]))
    const taken = new Map((next.parameters ?? []).map((parameter) => [key(parameter), parameter]))
    for (const [name, parameter] of known) {
      const other = taken.get(name)
      if (other) requests(`${at}: ${name}`, parameter.schema, other.schema)
      else miss(`${at}: ${name} is gone`)
    }
    for (const [name, { required }] of taken)
      if (required && !known.get(name)?.required) miss(`${at}: ${name} is required`)

    if (next.requestBody?.required && !old.requestBody?.required) miss(`${at}: a body is required`)
    compareForms(`${at}: body`, old.requestBody, next.requestBody, requests)
    for (const [status, answer] of Object.entries(old.responses)) {
      const other = answerIn(newer, next.responses[status])
      if (!other) miss(`${at}: status ${status} is gone`)
      else compareForms(`${at}: ${status}`, answerIn(older, answer), other, answers)
    }
  }

  function compareForms(at: string, old: Body | undefined, next: Body | undefined, compare: typeof requests) {
    for (const [type, { schema }] of Object.entries(old?.content ?? {})) {
      const other = next?.content?.[type]
      if (other) compare(at, schema, other.schema)
      else miss(`${at}: ${type} is gone`)
    }
  }

  /** What was sent before must still be taken. */
  function requests(at: string, old: Schema, next: Schema) {
    lost.push(...refusals(at, [now, next], [before, old], true), ...goneFields(at, old, next))
  }

  /** What is answered must be what a client was made for. */
  function answers(at: string, old: Schema, next: Schema) {
    lost.push(...refusals(at, [before, old], [now, next], false), ...goneFields(at, old, next))
  }

  function goneFields(at: string, old: Schema, next: Schema): string[] {
    const olds = before(old)
    const nexts = now(next)
    return olds.flatMap((variant) => {
      const inItems = variant.items ? goneFields(`${at}[]`, variant.items, { oneOf: itemsOf(nexts) }) : []
      const inFields = Object.entries(variant.properties ?? {}).flatMap(([name, field]) => {
        const fields = nexts.flatMap(({ properties }) => properties?.[name] ?? [])
        if (fields.length > 0) return goneFields(`${at}.${name}`, field, { oneOf: fields })
        return nexts.some(isOpen) ? [] : [`${at}.${name} is gone`]
      })
      return [...inItems, ...inFields]
    })
  }
}

/** An answer, which may be a reference to a component. */
const answerIn = ({ components }: Document, answer: Answer | undefined) =>
  answer?.$ref ? components.responses?.[answer.$ref.split('/').at(-1) as string] : answer

const itemsOf = (schemas: Schema[]) => schemas.flatMap(({ items }) => items ?? [])
const isOpen = ({ properties }: Schema) => !properties
