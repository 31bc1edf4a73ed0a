import type { Json } from './models.ts'

/** Names in the order of preference: the first one that is free is taken. */
export interface Names {
  body: string[]
  /** Of an answer with 202, which is about what is still to come. */
  accepted: string[]
  answer: string[]
  /** Of an entry of `data`, when the answer is a list of anything without a title. */
  entry: string[]
}

/**
 * What the body and the answer of an operation are called: `createSeller` takes a CreateSellerBody and answers with a
 * CreateSellerAnswer, `getHealth` with Health, `listSellers` with a SellerPage of Seller, or a SellerList when it has
 * no pages. What one `get` answers beyond an entry of the list is a ScoringRunDetail.
 */
export function namesOf(operationId: string, answer: Json | undefined): Names {
  const operation = capital(operationId)
  const names = {
    body: [`${operation}Body`],
    accepted: [`${operation}Accepted`],
    answer: [`${operation}Answer`],
    entry: [`${operation}Entry`],
  }
  const [, verb, object = ''] = operationId.match(/^(get|list)([A-Z].*)$/) ?? []
  if (verb === 'get')
    return { ...names, answer: [object, `${object}Detail`, ...names.answer], entry: [`${object}Entry`] }
  if (verb !== 'list') return names
  const kind = fieldsOf(answer).total ? 'Page' : 'List'
  const listed = nameIn(entriesOf(answer)) ?? singular(object)
  const answers = [`${listed}${kind}`, `${singular(object)}${kind}`]
  return { ...names, answer: [...answers, ...names.answer], entry: [singular(object), ...names.entry] }
}

/** The schema of the entries of a list. */
export const entriesOf = (answer: Json | undefined) =>
  (fieldsOf(answer).data as Json | undefined)?.items as Json

const fieldsOf = (schema: Json | undefined) => (schema?.properties ?? {}) as Json

const nameIn = (schema: Json | undefined) => (schema?.$ref as string | undefined)?.split('/').at(-1)

/** What the object in a field of a model is called: ScoringRunFeedsInUse, LoginSession. */
export function fieldName(model: string, path: string[]) {
  const field = path.filter((key) => !KEYWORDS.has(key)).at(-1) ?? 'fields'
  return (
    model.replace(/(Answer|Body|Page|Event)$/, '') +
    capital(path.at(-1) === 'items' ? singular(field) : field)
  )
}

const KEYWORDS = new Set(['properties', 'items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties'])

/** `seller.tier_changed` → `SellerTierChanged` */
export const capital = (text: string) =>
  text.replaceAll(/(?:^|[^a-zA-Z0-9])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const singular = (text: string) => text.replace(/ies$/, 'y').replace(/(?<=ss|x|ch|sh)es$|(?<!s)s$/, '')
