import type { App } from '../../src/app.ts'

type Json = { [name: string]: Json }

/** The operations of the document that are given a seller or a campaign, and whether they take `?by=`. */
export function namingOperations(app: App) {
  const document = app.swagger() as unknown as Json
  const deref = (schema: Json): Json => {
    const ref = schema?.$ref as unknown as string | undefined
    if (!ref) return schema
    return deref(
      ref
        .split('/')
        .slice(1)
        .reduce((found, name) => found[name] as Json, document),
    )
  }
  const names = (given: Json | undefined, depth = 0): string[] => {
    if (!given || depth > 6) return []
    const {
      anyOf = [],
      properties = {},
      items,
    } = deref(given) as unknown as { anyOf?: Json[]; properties?: Json; items?: Json }
    return [
      ...anyOf.flatMap((one) => names(one, depth + 1)),
      ...Object.entries(properties).flatMap(([name, one]) => [name, ...names(one, depth + 1)]),
      ...names(items, depth + 1),
    ]
  }
  const isName = (name: string) => /^(seller|campaign)(_?id|_codes?)$/i.test(name)
  return Object.entries(document.paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { parameters = [], requestBody } = operation as unknown as {
        parameters?: Json[]
        requestBody?: Json
      }
      const given = parameters.map(deref) as unknown as {
        in: string
        name: string
        schema: { enum?: string[] }
      }[]
      const ofPath = /^\/api\/(sellers|campaigns)\/\{/.test(path) || given.some(({ name }) => isName(name))
      const content = requestBody && (deref(requestBody).content as Json)['application/json']
      const named = ofPath || names(content?.schema as Json).some(isName)
      const by = given.some(
        ({ in: where, name, schema }) =>
          where === 'query' && name === 'by' && schema.enum?.join() === 'code,id',
      )
      return named || by ? [{ operation: `${method.toUpperCase()} ${path}`, by }] : []
    }),
  )
}
