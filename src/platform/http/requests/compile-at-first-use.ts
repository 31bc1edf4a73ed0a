import { createRequire } from 'node:module'
import type { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { FORMATS } from '../../schemas/formats.ts'

// Schemas are compiled when a request first needs them, because all together take seconds of every start. A test
// compiles them all (test/house/schemas.test.ts), so that none fails at a request.

const require = createRequire(import.meta.url)

/** Ajv without its own check of schemas, which costs more than compiling one. A test that compiles all checks them. */
export const UNCHECKED_SCHEMAS = { meta: false, validateSchema: false } as const

/** Fastify's own validators, which it would load, and which `useValidation` replaces. */
export const noValidators = () => () => {
  throw new Error('Requests are checked by useValidation, see validation.ts')
}

/** How answers are written: they may name our formats, which need no check there. */
export const serializerOpts = {
  ajv: {
    ...UNCHECKED_SCHEMAS,
    strict: false, // or Ajv writes on the terminal what it finds odd
    formats: Object.fromEntries(Object.keys(FORMATS).map((name) => [name, true])),
  },
}

type Serializer = (document: unknown) => string

/** What was compiled of schemas, once for all routes and all services of a process: tests start many. */
const serializers = new WeakMap<object, Serializer>()

/** What Fastify makes serializers of answers with: its own compiler, loaded and asked at the first use. */
export const serializersAtFirstUse: ReturnType<typeof SerializerSelector> = (schemas, options) => {
  let compile: ReturnType<ReturnType<typeof SerializerSelector>> | undefined
  return (route) => {
    const schema = route.schema as object
    const made = () => {
      compile ??= load().SerializerSelector()(schemas, options)
      const serializer = compile(route)
      serializers.set(schema, serializer)
      return serializer
    }
    return (document) => (serializers.get(schema) ?? made())(document)
  }
}

const load = () =>
  require('@fastify/fast-json-stringify-compiler') as typeof import('@fastify/fast-json-stringify-compiler')
