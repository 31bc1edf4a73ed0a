import t from 'tap'
import { labelFields } from '../../../src/platform/openapi/description.ts'
import { testApp } from '../../setup/app.ts'

const { call } = await testApp(t)
const { paths, components } = (await call(null, 'GET', '/openapi.json')).body

interface Schema {
  $ref?: string
  type?: string
  format?: string
  items?: Schema
  'x-label'?: string
  'x-follows'?: string
  properties?: Record<string, Schema>
}

t.test('every field of a model and every parameter has a label', async (t) => {
  for (const [model, { properties = {} }] of Object.entries(components.schemas as Record<string, Schema>))
    for (const [name, field] of Object.entries(properties))
      if (!field.$ref) t.match(field['x-label'], /^[^_]+$/, `${model}.${name}`)
  for (const [path, operations] of Object.entries(
    paths as Record<string, Record<string, { parameters?: { name: string; 'x-label'?: string }[] }>>,
  ))
    for (const { parameters = [] } of Object.values(operations))
      for (const { name, 'x-label': label } of parameters) t.match(label, /^[^_]+$/, `${path} ${name}`)
})

t.test('ids say in which list they are, and labels of people stand for names', async (t) => {
  t.match(components.schemas.Seller.properties, {
    assigned_am_id: { 'x-label': 'Account manager', 'x-refers': '/api/sellers/am/list' },
    primary_warehouse_id: { 'x-label': 'Warehouse', 'x-refers': '/api/warehouses' },
    seller_code: { 'x-label': 'Seller', 'x-refers': '/api/sellers' },
  })
  const refers = new Set(JSON.stringify({ paths, components }).match(/(?<="x-refers":")[^"]+/g))
  for (const list of refers) t.ok(paths[list].get, list)
})

t.test('an end says which beginning it follows, in the same body', async (t) => {
  t.match(components.schemas.CreateCampaignBody.properties.end_date, { 'x-follows': 'start_date' })
  for (const [model, { properties = {} }] of Object.entries(components.schemas as Record<string, Schema>))
    for (const [name, field] of Object.entries(properties)) {
      const begin = field['x-follows']
      if (begin) t.ok(properties[begin], `${model}.${name} follows ${begin}`)
    }
})

/** Its address has sentences of its own: test/webhooks/delivery/target-url.test.ts. */
const ofWebhook = /WebhookBody$/

t.test('a field of a body that takes an address has the format of one', async (t) => {
  const found: string[] = []
  for (const [model, { properties = {} }] of Object.entries(components.schemas as Record<string, Schema>))
    for (const [name, field] of Object.entries(properties)) {
      const { type, format } = field.items ?? field
      if (!/Body$/.test(model) || !/(^|_)(url|uri|href|link|endpoint)s?$/.test(name) || type !== 'string')
        continue
      found.push(name)
      t.equal(format, ofWebhook.test(model) ? undefined : 'uri', `${model}.${name}`)
    }
  t.same([...new Set(found)].sort(), ['evidence_urls', 'url'])
})

t.test('values stay as they are, what only refers to another model, and a label of its own', async (t) => {
  const words = { labelOf: () => 'A', refers: {}, help: {}, follows: {} }
  const schema = {
    properties: { a: { default: { properties: { b: 1 } } }, c: { $ref: '#/x' }, e: { 'x-label': 'B' } },
    examples: [{ properties: { d: {} } }],
  }
  t.same(labelFields(schema, words), {
    properties: {
      a: { default: { properties: { b: 1 } }, 'x-label': 'A' },
      c: { $ref: '#/x' },
      e: { 'x-label': 'B' },
    },
    examples: [{ properties: { d: {} } }],
  })
})
