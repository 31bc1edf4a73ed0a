import { createRequire } from 'node:module'
import type { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler } from 'fastify'
import { FORMATS } from '../../schemas/formats.ts'

// Schemas are compiled when a request first needs them, because all together take seconds of every start. A test
// compiles them all (test/house/schemas.test.ts), so that none fails at a request.

const require = createRequire(import.meta.url)

type Compile<Route, Compiled> = (route: Route) => Compiled

interface Check {
  (data: unknown): unknown
  errors?: unknown
}

/**
 * What was compiled of a schema, once for all routes that have it, and for all services of a process: tests start many.
 */
const BODIES = new WeakMap<object, Check>()
const TEXTS = new WeakMap<object, Check>()
const ANSWERS = new WeakMap<object, (document: unknown) => string>()

function compiledOnce<Compiled>(known: WeakMap<object, Compiled>, schema: object, compile: () => Compiled) {
  const compiled = known.get(schema) ?? compile()
  known.set(schema, compiled)
  return compiled
}

/** The check of a part of a request, made at its first use. */
export function validatorAtFirstUse<Route>(
  makeCompiler: () => Compile<Route, Check>,
): FastifySchemaCompiler<object> {
  let compile: Compile<Route, Check> | undefined
  return (route) => {
    const known = route.httpPart === 'body' ? BODIES : TEXTS
    let compiled: Check | undefined
    const check: Check = (data) => {
      compiled ??= compiledOnce(known, route.schema, () => {
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

/**
 * Ajv without its own check of schemas, which costs more than compiling one. The test that compiles all checks them.
 */
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

/** What Fastify makes serializers of answers with: its own compiler, asked at the first use. */
export const serializersAtFirstUse: ReturnType<typeof SerializerSelector> = (schemas, options) => {
  let compile: ReturnType<ReturnType<typeof SerializerSelector>> | undefined
  return (route) => {
    let compiled: ReturnType<NonNullable<typeof compile>> | undefined
    return (document) => {
      compiled ??= compiledOnce(ANSWERS, route.schema as object, () => {
        compile ??= makeSelector()(schemas, options)
        return compile(route)
      })
      return compiled(document)
    }
  }
}

/** Loads what makes serializers. */
const makeSelector = (): ReturnType<typeof SerializerSelector> =>
  require('@fastify/fast-json-stringify-compiler').SerializerSelector()
