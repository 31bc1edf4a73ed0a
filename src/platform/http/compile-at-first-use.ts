import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler } from 'fastify'
import { FORMATS } from '../schemas/formats.ts'
import { jsonOf } from './json-page.ts'

// Schemas are compiled when a request first needs them: all of them together take seconds of every start, and most
// processes need few. A test compiles them all (test/house/schemas.test.ts), so that none fails at a request.

type Compile<Route, Compiled> = (route: Route) => Compiled

interface Check {
  (data: unknown): unknown
  errors?: unknown
}

/** The check of a part of a request, made at its first use. */
export function validatorAtFirstUse<Route>(compile: Compile<Route, Check>): FastifySchemaCompiler<object> {
  return (route) => {
    let compiled: Check | undefined
    const check: Check = (data) => {
      compiled ??= compile(route as Route)
      const valid = compiled(data)
      check.errors = compiled.errors
      return valid
    }
    return check as ReturnType<FastifySchemaCompiler<object>>
  }
}

/** How answers are written: they may name our formats, which need no check there. */
export const serializerOpts = {
  ajv: { formats: Object.fromEntries(Object.keys(FORMATS).map((name) => [name, true])) },
}

/** What Fastify makes serializers of answers with: its own compiler, asked at the first use. JSON passes as it is. */
export const serializersAtFirstUse: ReturnType<typeof SerializerSelector> = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options)
  return (route) => {
    let compiled: ReturnType<typeof compile> | undefined
    return (document) => {
      const json = jsonOf(document)
      if (json !== undefined) return json
      compiled ??= compile(route)
      return compiled(document)
    }
  }
}
