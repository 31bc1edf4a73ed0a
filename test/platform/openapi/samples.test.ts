import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { testApp } from '../../setup/app.ts'

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: object }> }
  'x-codeSamples': { label: string; source: string }[]
}

const { call } = await testApp(t, { WORKER: 'off' })
const { paths, components } = (await call(null, 'GET', '/docs/reference.json')).body
const operations = Object.values(paths as Record<string, Record<string, Operation>>).flatMap((path) =>
  Object.values(path),
)
const sampleOf = (operation: Operation, wanted: string) =>
  operation['x-codeSamples'].find(({ label }) => label === wanted)?.source as string

t.test('the body of every sample is one that its operation takes', async (t) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'document', components })
  const taking = operations.filter(({ requestBody }) => requestBody)
  t.ok(taking.length > 60)
  for (const operation of taking) {
    const [, body] = sampleOf(operation, 'curl').match(/ -d '([\s\S]*)'$/) ?? []
    if (body === undefined) continue // one that may be left out altogether
    const { schema } = Object.values(operation.requestBody?.content ?? {})[0] as { schema: object }
    const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components')
    const isRight = ajv.compile(JSON.parse(text))
    t.ok(isRight(JSON.parse(body.replaceAll(`'\\''`, `'`))), operation.operationId, {
      body,
      errors: isRight.errors,
    })
  }
})
