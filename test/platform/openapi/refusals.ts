type Json = Record<string, unknown>

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  maxLength?: number
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** Reads schemas that may be references to these models: each plain schema of a union. */
export function variantsIn(models: Record<string, Schema>) {
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? resolve(models[schema.$ref.split('/').at(-1) as string] as Schema) : schema
  return function variants(schema: Schema): Schema[] {
    const { anyOf, oneOf, type, ...plain } = resolve(schema)
    if (anyOf ?? oneOf) return (anyOf ?? oneOf ?? []).flatMap(variants)
    return Array.isArray(type) ? type.map((one) => ({ ...plain, type: one })) : [resolve(schema)]
  }
}
type Variants = ReturnType<typeof variantsIn>

/** A schema, and how to read it. */
type Side = [Variants, Schema]

/** Why `wide` does not take all that `narrow` allows. Limits count in requests: no client breaks at a longer answer. */
export function refusals(
  at: string,
  [wides, wide]: Side,
  [narrows, narrow]: Side,
  limits: boolean,
): string[] {
  return narrows(narrow).flatMap((inner) => {
    const tries = wides(wide).map((outer) => refusalsOf(at, [wides, outer], [narrows, inner], limits))
    return tries.sort((a, b) => a.length - b.length)[0] ?? []
  })
}

const HIGHEST = ['maximum', 'maxLength', 'maxItems', 'maxProperties']
const LOWEST = ['minimum', 'minLength', 'minItems', 'minProperties']

function refusalsOf(at: string, [wides, wide]: Side, [narrows, narrow]: Side, limits: boolean): string[] {
  const values = valuesOf(wide)
  if (wide.type === undefined && !values) return []
  if (wide.type !== narrow.type && !(wide.type === 'number' && narrow.type === 'integer'))
    return [`${at}: ${narrow.type ?? 'anything'} where only ${wide.type} fits`]
  const found: string[] = []
  const others = valuesOf(narrow)
  const odd = values && (others?.filter((value) => !values.includes(value)) ?? ['any value'])
  if (odd?.length) found.push(`${at}: ${odd.join(', ')} where only ${values?.join(', ')} fit`)
  const differ = (key: string, doesFit: (outer: unknown, inner: unknown) => boolean) => {
    const [outer, inner] = [wide, narrow].map((schema) => (schema as Json)[key])
    if (outer !== undefined && !others && !doesFit(outer, inner))
      found.push(`${at}: ${key} ${inner ?? 'none'} where only ${outer} fits`)
  }
  differ('format', (outer, inner) => outer === inner)
  if (limits) {
    differ('pattern', (outer, inner) => outer === inner)
    for (const key of HIGHEST) differ(key, (outer, inner) => Number(inner ?? Infinity) <= Number(outer))
    for (const key of LOWEST) differ(key, (outer, inner) => Number(inner ?? -Infinity) >= Number(outer))
  }
  for (const name of wide.required ?? [])
    if (!narrow.required?.includes(name)) found.push(`${at}.${name} may be absent where it must not`)
  for (const [name, field] of Object.entries(narrow.properties ?? {})) {
    const outer = wide.properties?.[name]
    if (outer) found.push(...refusals(`${at}.${name}`, [wides, outer], [narrows, field], limits))
    else if (wide.additionalProperties === false) found.push(`${at}.${name} is not known`)
  }
  if (wide.items && narrow.items)
    found.push(...refusals(`${at}[]`, [wides, wide.items], [narrows, narrow.items], limits))
  return found
}

const valuesOf = ({ enum: words, const: word }: Schema) => words ?? (word === undefined ? undefined : [word])
