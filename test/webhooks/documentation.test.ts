import { Ajv } from 'ajv'
import t from 'tap'
import { EVENTS, type EventType } from '../../src/domain/events/event-types.ts'
import { FORMATS } from '../../src/platform/schemas/formats.ts'
import { testApp } from '../setup/app.ts'
import { eventSchema } from './event-schemas.ts'

const { call } = await testApp(t, { WORKER: 'on' })
const { body: document } = await call(null, 'GET', '/openapi.json')

t.test('the document has every kind of event, with a schema that its example fits', async (t) => {
  t.same(Object.keys(document.webhooks), Object.keys(EVENTS))
  const ajv = new Ajv({ strict: false })
  for (const [name, { check }] of Object.entries(FORMATS)) ajv.addFormat(name, check)
  ajv.addFormat('uuid', /^[0-9a-f-]{36}$/)
  for (const [type, { post }] of Object.entries<{ post: Operation }>(document.webhooks)) {
    const { example } = post.requestBody.content['application/json']
    const validate = ajv.compile(eventSchema(document, type as EventType))
    t.ok(validate(example), `${type}: ${ajv.errorsText(validate.errors)}`)
    t.equal(example.type, type)
    t.match(post.operationId, /^on[A-Z][a-zA-Z]+$/)
    t.same(
      post.parameters.map(({ name }) => name),
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    )
  }
})

interface Operation {
  operationId: string
  parameters: { name: string }[]
  requestBody: { content: { 'application/json': { example: { type: string } } } }
}
