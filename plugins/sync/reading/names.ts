import type { TObject, TSchema } from '@sinclair/typebox'

/** What a name in a record stands for. */
export interface Name {
  field: string
  /** The field's own name, whose value is in its documented form more often than not. */
  isOwn: boolean
  /** Whether it names something by its number or its code, as seller_id, and not by its code alone. */
  takesId: boolean
}

/** orderCode, "Order Code" and ORDER-CODE are order_code. */
export const snakeCase = (name: string) =>
  name
    .trim()
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replaceAll(/[\s-]+/g, '_')
    .toLowerCase()

/** The other names of a field, as its schema declares them. */
export const aliasesOf = (schema: TSchema): string[] => schema['x-aliases'] ?? []

const lettersOf = (name: string) => name.replaceAll(/[\s_-]+/g, '').toLowerCase()

const LONGEST = 100
const MOST_KNOWN = 2_000

/** Answers which field a name in a record stands for; undefined for names of the sender's own. */
export function namesOf({ properties }: TObject) {
  const declared = new Map<string, Name>()
  for (const [field, schema] of Object.entries(properties))
    for (const name of [field, ...aliasesOf(schema)]) {
      if (declared.has(name)) throw new Error(`${name} is a name of two fields of a record`)
      declared.set(name, { field, isOwn: name === field, takesId: name.endsWith('_id') })
    }
  const known = new Map<string, Name | undefined>(declared)
  const letters = new Set([...declared.keys()].map(lettersOf)) // what else is not worth a closer look

  return (name: string): Name | undefined => {
    const found = known.get(name)
    if (found !== undefined || known.has(name)) return found
    if (name.length > LONGEST || !letters.has(lettersOf(name))) return undefined
    const meant = declared.get(snakeCase(name))
    const other = meant && { ...meant, isOwn: false }
    // Senders make names up without end.
    if (known.size < MOST_KNOWN) known.set(name, other)
    return other
  }
}
