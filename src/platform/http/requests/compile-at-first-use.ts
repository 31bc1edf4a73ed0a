import { createRequire } from 'node:module'
import type { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler } from 'fastify'
import { FORMATS } from '../../schemas/formats.ts'

// Schemas are compiled when a request first needs them, because all together take seconds of every start. A test
// compiles them all (test/house/schemas.test.ts), so that none fails at a request.

const require = createRequire(import.meta.url)

interface Check {
  (data: unknown): unknown
  errors?: unknown
}

/** What was compiled of schemas, once for all routes and all services of a process: tests start many. */
const checksOfBodies = new WeakMap<object, Check>()
const checksOfTexts = new WeakMap<object, Check>()
const serializers = new WeakMap<object, (document: unknown) => string>()

function once<Compiled>(known: WeakMap<object, Compiled>, schema: object, compile: () => Compiled) {
  const compiled = known.get(schema) ?? compile()
  known.set(schema, compiled)
  return compiled
}

/** The check of a part of a request, made at its first use. */
export function validatorAtFirstUse<Route>(
  makeCompiler: () => (route: Route) => Check,
): FastifySchemaCompiler<object> {
  let compile: ReturnType<typeof makeCompiler> | undefined
  return (route) => {
    const known = route.httpPart === 'body' ? checksOfBodies : checksOfTexts
    let compiled: Check | undefined // a look into a map less at each request
    const check: Check = (data) => {
      compiled ??= once(known, route.schema, () => {
        compile ??= makeCompiler()
        return compile(route as Route)
      })
      const valid = compiled(data)
      check.errors = compiled.errors
      return valid
    }
    return check as ReturnType<FastifySchemaCompiler<object>>
  }
}

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

/** What Fastify makes serializers of answers with: its own compiler, loaded and asked at the first use. */
export const serializersAtFirstUse: ReturnType<typeof SerializerSelector> = (schemas, options) => {
  let compile: ReturnType<ReturnType<typeof SerializerSelector>> | undefined
  return (route) => {
    let write: ((document: unknown) => string) | undefined
    return (document) => {
      write ??= once(serializers, route.schema as object, () => {
        compile ??= load().SerializerSelector()(schemas, options)
        return compile(route)
      })
      return write(document)
    }
  }
}

const load = () =>
  require('@fastify/fast-json-stringify-compiler') as typeof import('@fastify/fast-json-stringify-compiler')
