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

/**
 * Why `wide` does not take all that `narrow` allows: in a request the service would refuse it, in an answer it is new to
 * clients. Limits count in requests only, because no client breaks at a longer answer.
 */
export function refusals(
  at: string,
  [wides, wide]: Side,
  [narrows, narrow]: Side,
  isRequest: boolean,
): string[] {
  return narrows(narrow).flatMap((inner) => {
    const outers = wides(wide)
    const alike = outers.filter((outer) => fits(outer, inner))
    const meant = alike.filter(({ required = [] }) => required.every((name) => inner.properties?.[name]))
    const tries = ([meant, alike].find(({ length }) => length > 0) ?? outers).map((outer) =>
      refusalsOf(at, [wides, outer], [narrows, inner], isRequest),
    )
    return tries.sort((a, b) => a.length - b.length)[0] ?? []
  })
}

const HIGHEST = ['maximum', 'maxLength', 'maxItems', 'maxProperties']
const LOWEST = ['minimum', 'minLength', 'minItems', 'minProperties']

function refusalsOf(at: string, [wides, wide]: Side, [narrows, narrow]: Side, isRequest: boolean): string[] {
  const values = valuesOf(wide)
  if (wide.type === undefined && !values) return []
  const verdict = isRequest ? 'is refused' : 'is new'
  if (!fits(wide, narrow)) return [`${at}: ${narrow.type ?? 'anything'} ${verdict}`]
  const found: string[] = []
  const others = valuesOf(narrow)
  const odd = values && (others?.filter((value) => !values.includes(value)) ?? ['any value'])
  if (odd?.length) found.push(`${at}: ${odd.join(', ')} ${verdict}`)
  const differ = (key: string, doesFit: (outer: unknown, inner: unknown) => boolean) => {
    const [outer, inner] = [wide, narrow].map((schema) => (schema as Json)[key])
    if (outer !== undefined && !others && !doesFit(outer, inner))
      found.push(`${at}: ${key} ${inner ?? 'none'} ${verdict}, known is ${outer}`)
  }
  differ('format', (outer, inner) => outer === inner || outer === 'password') // which only hides what is typed
  if (isRequest) {
    differ('pattern', (outer, inner) => outer === inner)
    // How long a text of a pattern is, is not known.
    for (const key of HIGHEST)
      differ(key, (outer, inner) => Number(inner ?? (narrow.pattern ? 0 : Infinity)) <= Number(outer))
    for (const key of LOWEST)
      differ(key, (outer, inner) => Number(inner ?? (narrow.pattern ? Infinity : -Infinity)) >= Number(outer))
  }
  for (const name of wide.required ?? [])
    if (!narrow.required?.includes(name))
      found.push(`${at}.${name} ${isRequest ? 'is required' : 'may be absent'}`)
  for (const [name, field] of Object.entries(narrow.properties ?? {})) {
    const outer = wide.properties?.[name]
    if (outer) found.push(...refusals(`${at}.${name}`, [wides, outer], [narrows, field], isRequest))
    else if (wide.additionalProperties === false) found.push(`${at}.${name} is not known`)
  }
  if (wide.items && narrow.items)
    found.push(...refusals(`${at}[]`, [wides, wide.items], [narrows, narrow.items], isRequest))
  return found
}

const fits = (wide: Schema, narrow: Schema) =>
  wide.type === undefined ||
  wide.type === narrow.type ||
  (wide.type === 'number' && narrow.type === 'integer')
const valuesOf = ({ enum: words, const: word }: Schema) => words ?? (word === undefined ? undefined : [word])
