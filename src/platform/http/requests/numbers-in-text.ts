import type { ErrorObject } from 'ajv'

interface Schema {
  type?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
}

/**
 * Finds the first field that a schema wants to be a number and whose text Ajv would take for another one. Ajv reads
 * text as JavaScript does: 0x10 is 16 and a blank is 0. Of Infinity and 1e309 it makes Infinity, which passes every
 * minimum and maximum, because strictNumbers compares finite numbers only.
 * @returns a function from a query, a path's parameters or headers to the error, worded as Ajv's
 */
export function misreadNumber(schema: Schema) {
  const numbers = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const type = numberTypeOf(inner)
    return type ? [{ name, type, schema: inner }] : []
  })
  return (data: unknown): ErrorObject | undefined => {
    for (const { name, type, schema } of numbers) {
      const text = [(data as Record<string, unknown> | null)?.[name]].flat().find(isMisread)
      if (text !== undefined)
        return {
          ...{ keyword: 'type', instancePath: `/${name}`, schemaPath: `#/properties/${name}/type` },
          ...{ params: { type }, parentSchema: schema, data: Number(text) },
        }
    }
    return undefined
  }
}

function numberTypeOf({ type, anyOf = [], items }: Schema): string | undefined {
  if (type === 'number' || type === 'integer') return type
  return items ? numberTypeOf(items) : anyOf.map(numberTypeOf).find(Boolean)
}

/** Text that is no number even to JavaScript, and none at all, is left to Ajv, which refuses it. */
function isMisread(text: unknown) {
  if (typeof text !== 'string' || text === '') return false
  const value = Number(text)
  return !Number.isNaN(value) && (!Number.isFinite(value) || /^\s*(0[xob]|$)/i.test(text))
}
