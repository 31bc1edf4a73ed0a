import { type Json, rebuild } from './models.ts'

/** What the document says of the service beside its routes. */
export interface ApiDescription {
  title: string
  /** What holds for all operations, in Markdown. */
  description: string
  version: string
  /** One line about each tag, in the order of the documentation. */
  tags: Record<string, string>
  /** Models by their names, for objects that stand in several places (see `nameModels`). */
  models: Record<string, object>
  /** What the service posts to others, and the security schemes by which they know that it does. */
  webhooks: Record<string, object>
  webhookSecurity: Record<string, { type: 'apiKey'; in: string; name: string; description: string }>
  /** What it says of fields by their names. */
  fields: FieldWords
}

/** What the document says of fields and parameters by their names. */
interface FieldWords {
  labelOf(name: string): string
  /** The list that a field names an entry of, by the name of the field. */
  refers: Record<string, string>
  /** What helps to fill a field in, by its name. */
  help: Record<string, string>
  /** The field of the same body that a date must not lie before, by its name. */
  follows: Record<string, string>
}

/**
 * Says of every field and parameter what people call it (`x-label`) and how it is filled in (`x-help`), of ids in which
 * list they are (`x-refers`), and of ends which beginning they follow (`x-follows`). What a schema says itself stands.
 */
export function labelFields(document: Json, words: FieldWords): Json {
  const said = (name: string) => ({
    'x-label': words.labelOf(name),
    ...(Object.hasOwn(words.refers, name) && { 'x-refers': words.refers[name] }),
    ...(Object.hasOwn(words.help, name) && { 'x-help': words.help[name] }),
    ...(Object.hasOwn(words.follows, name) && { 'x-follows': words.follows[name] }),
  })
  return rebuild(document, (part, path) => {
    if (typeof part.in === 'string' && typeof part.name === 'string' && 'schema' in part)
      return { ...part, ...said(part.name) }
    const isField = path.at(-2) === 'properties' && !part.$ref
    return isField ? { ...said(path.at(-1) as string), ...part } : part
  }) as Json
}
