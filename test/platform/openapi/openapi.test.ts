import t from 'tap'
import { testApp } from '../../setup/app.ts'

const { app, call } = await testApp(t)
const document = (await call(null, 'GET', '/openapi.json')).body

interface Operation {
  operationId: string
  tags?: string[]
  security?: object[]
  responses: Record<string, object>
}
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
)

t.test('the document is OpenAPI 3.1 and needs no account', async (t) => {
  t.match(document.openapi, /^3\.1\./)
  t.ok(operations.length > 3)
})

t.test('every operation has an id in camel case, a tag and its answers', async (t) => {
  const tags = new Set(document.tags.map(({ name }: { name: string }) => name))
  for (const { name, operation } of operations) {
    t.match(operation.operationId, /^[a-z][a-zA-Z]+$/, `${name} has an id`)
    t.ok(
      operation.tags?.every((tag) => tags.has(tag)) && operation.tags.length === 1,
      `${name} has one known tag`,
    )
    t.ok(operation.responses['200'] ?? operation.responses['202'], `${name} says what success looks like`)
    t.ok(operation.responses['500'], `${name} says what failure looks like`)
    t.ok(operation.security, `${name} says who may call`)
  }
})

t.test('every /api route of the service is in the document', async (t) => {
  const documented = new Set(operations.map(({ name }) => name.replaceAll(/\{(\w+)\}/g, ':$1')))
  const isPath = ({ url }: { url: string }) => url.startsWith('/api/')
  for (const { method, url } of app.routeTable().filter(isPath))
    t.ok(documented.has(`${method.toLowerCase()} ${url}`), `${method} ${url}`)
})
