import t from 'tap'
import { METRICS } from '../../src/scoring/metrics.ts'
import { RULE_TYPES } from '../../src/scoring/rules.ts'
import { testApp } from '../setup/app.ts'

const { call } = await testApp(t)
const listed = async (kind: string) => (await call('viewer', 'GET', `/api/config/${kind}`)).body.data

t.test('every type is told with its label, its identity and the fields of a form', async (t) => {
  const types = await listed('types')
  t.same(
    types.map(({ type }: { type: string }) => type),
    RULE_TYPES,
  )
  t.match(
    types.find(({ type }: { type: string }) => type === 'tiers'),
    {
      label: 'Tiers',
      about: 'A named band of the total, with what it brings',
      identity: 'name',
      schema: {
        type: 'object',
        required: ['name', 'min_score', 'color'],
        properties: { min_component_score: { type: 'number', minimum: 0, maximum: 100, default: 0 } },
      },
    },
  )
  for (const { type, label, fields } of types) {
    t.match(label, /^[A-Z]/, type)
    for (const field of fields) {
      t.match(field.label, /^[A-Z][^_]*$/, `${type}.${field.name}`)
      t.match(field.help, /./, `${type}.${field.name}`)
    }
  }
})

t.test('a record that is made of the example of a schema is taken', async (t) => {
  for (const { type, schema } of await listed('types')) {
    const [example] = schema.examples
    const body = { ...example, effective_from: '2031-01' }
    const { status } = await call('bod', 'POST', `/api/config/${type}?`, body)
    t.equal(status, 200, type)
  }
})

t.test('every metric is told with its unit and where the better values are', async (t) => {
  const metrics = await listed('metrics')
  t.same(
    metrics.map(({ metric }: { metric: string }) => metric),
    METRICS.map(({ name }) => name),
  )
  const directions = Object.fromEntries(
    metrics.map(({ metric, direction }: Record<string, string>) => [metric, direction]),
  )
  t.match(directions, {
    forecast_error: 'down',
    on_time_ready_rate: 'up',
    return_rate: 'down',
    weeks_of_cover: 'between',
    stranded_stock_share: 'down',
  })
  t.same(
    metrics.find(({ metric }: { metric: string }) => metric === 'aged_stock_share'),
    {
      metric: 'aged_stock_share',
      code: 'I1',
      component: 'i_score',
      label: 'Aged stock',
      about: 'The share of the stock volume that is old, in the last snapshot of each warehouse.',
      unit: 'percent',
      direction: 'down',
      counts: 'snapshot rows',
      most: 100,
      reads: ['inventory'],
      params: [{ name: 'age_days', label: 'Age in days', default: 180 }],
    },
  )
})
