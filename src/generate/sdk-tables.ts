interface Operation {
  parameters?: { name: string }[]
  requestBody?: { content: Record<string, { schema?: object }> }
}

interface Document {
  paths: Record<string, { post?: Operation }>
  components: { schemas: Record<string, object> }
}

/** Source text with the paths whose POST takes an Idempotency-Key: the SDK gives them one. */
export function keyedPosts({ paths }: Pick<Document, 'paths'>): string {
  const keyed = Object.entries(paths).flatMap(([path, { post }]) =>
    post?.parameters?.some(({ name }) => name === 'Idempotency-Key') ? [path] : [],
  )
  return `/** Paths whose POST takes an Idempotency-Key. */
export const KEYED_POSTS: ReadonlySet<string> = /* @__PURE__ */ new Set(${JSON.stringify(keyed)})
`
}

/** Source text with the record of each feed: a feed is what is pushed as lines. */
export function feedRecords({ paths, components: { schemas } }: Document): string {
  const records = Object.entries(paths).flatMap(([path, { post }]) => {
    const content = post?.requestBody?.content ?? {}
    if (!content['application/x-ndjson']) return []
    const body = modelIn(content['application/json']?.schema)
    return [{ feed: path.split('/').at(-1), record: modelIn(schemas[body]) }]
  })
  return `import type { ${records.map(({ record }) => record).join(', ')} } from './types.gen.ts'

/** The record of each feed. */
export interface Feeds {
${records.map(({ feed, record }) => `  '${feed}': ${record}\n`).join('')}}
`
}

/** The model that a schema names first. */
const modelIn = (schema: object | undefined) =>
  /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(schema ?? {}))?.[1] ?? ''
