import t from 'tap'
import { PRESETS } from '../../../plugins/sync/mappings/presets.ts'
import { syncApp } from '../sync-app.ts'
import { SAMPLES } from './samples.ts'

const { call, makeMapping, rows } = await syncApp(t, { BUSINESS_TIMEZONE: 'Europe/Berlin' })

t.test('there is a sample of every preset', async (t) => {
  t.same(
    PRESETS.map(({ name }) => name),
    Object.keys(SAMPLES),
  )
})

for (const [preset, { feed, adds, body, rows: statement, become }] of Object.entries(SAMPLES))
  t.test(`${preset}: what the system exports is stored, and is the same when it comes again`, async (t) => {
    t.equal((await makeMapping({ name: 'mine', preset, fields: adds })).status, 200)
    const push = () => call('system', 'POST', `/api/sync/${feed}?mapping=mine`, body)
    const first = await push()
    t.match(first, { status: 200, body: { created: become.length, rejected: 0, errors: [] } })
    t.notOk(first.body.warnings)
    t.match(await rows(statement), become)
    t.match((await push()).body, { created: 0, updated: 0, rejected: 0 })
  })

t.test('the presets are listed with what a copy must add', async (t) => {
  const { status, body } = await call('viewer', 'GET', '/api/sync/mappings/presets')
  t.equal(status, 200)
  for (const { name, lacks } of body.data)
    t.same(lacks, 'seller_code' in SAMPLES[name as keyof typeof SAMPLES].adds ? ['seller_code'] : [], name)
})
