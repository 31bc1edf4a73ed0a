import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { readObject } from '../../schemas/lenient.ts'
import { badRequest } from '../errors/problems.ts'

/** Other names under which fields of a body are taken: documented name → other names. */
export type Aliases = Record<string, readonly string[]>

/**
 * Reads the fields of a body under their documented names. For `preValidation` of a route.
 * @throws 400 when a field is sent under two names with different values
 */
export const readAliases = (schema: TSchema, aliases: Aliases) => async (request: FastifyRequest) => {
  request.body = withDocumentedNames(schema, aliases, request.body)
}

/** The body with the documented name of each field, read as its schema asks for. @throws as `readAliases` does */
export function withDocumentedNames(schema: TSchema, aliases: Aliases, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const renamed: Record<string, unknown> = { ...body }
  const read = (name: string, value: unknown) =>
    (readObject(schema, { [name]: value }) as Record<string, unknown>)[name]
  for (const [name, others] of Object.entries(aliases)) {
    const sent = [name, ...others]
      .filter((field) => Object.hasOwn(renamed, field))
      .map((field) => ({ field, value: read(name, renamed[field]) }))
      .filter(({ value }) => value !== undefined)
    const [first = sent[0], ...more] = sent.filter(({ value }) => value !== null)
    for (const { field, value } of more)
      if (!isDeepStrictEqual(value, first?.value))
        throw badRequest(
          'ambiguous_request',
          `${first?.field} and ${field} are the same field and have different values: send ${name} alone`,
        )
    for (const other of others) delete renamed[other]
    if (first) renamed[name] = first.value
  }
  return renamed
}
