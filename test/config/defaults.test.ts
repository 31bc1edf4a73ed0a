import t from 'tap'
import { installDefaults } from '../../plugins/config/queries.ts'
import { defaultRules } from '../../src/scoring/default-rules.ts'
import { RULE_TYPES } from '../../src/scoring/rules.ts'
import { testApp } from '../setup/app.ts'

const { app, call } = await testApp(t)

t.test('a fresh database has every default record, effective from 2000-01', async (t) => {
  for (const type of RULE_TYPES)
    t.test(type, async (t) => {
      const { status, body } = await call('viewer', 'GET', `/api/config/${type}?limit=500`)
      t.equal(status, 200)
      const expected = defaultRules[type].map((fields) => ({
        ...{ ...fields, version: 1, is_active: true },
        ...{ effective_from: '2000-01', effective_to: null, updated_by: null },
      }))
      t.same(
        body.data.map(
          ({ id, created_at, updated_at, identity, in_force, ...record }: Record<string, unknown>) => record,
        ),
        expected,
      )
      t.equal(body.total, expected.length)
      const [first] = body.data
      if (!first) return // fault: without a record all is as it was
      const { id } = first
      t.match((await call('viewer', 'GET', `/api/config/${type}/${id}/history`)).body, {
        data: [{ id, version: 1, ...defaultRules[type][0] }],
        total: 1,
      })
    })
})

t.test('processes that start at once fill every type once, and later ones nothing', async (t) => {
  await app.db.pool.query('truncate config_records, config_record_versions')
  for (const when of ['at once', 'later']) {
    await Promise.all([installDefaults(app.db), installDefaults(app.db), installDefaults(app.db)])
    const types = await app.db.rows<{ type: string; count: number }>(
      'select type, count(*) from config_records group by type',
    )
    for (const type of RULE_TYPES)
      t.equal(
        types.find((row) => row.type === type)?.count ?? 0,
        defaultRules[type].length,
        `${type} ${when}`,
      )
  }
})

t.test('a type whose records were all deleted stays empty', async (t) => {
  const { data } = (await call('bod', 'GET', '/api/config/surcharge')).body
  for (const { id } of data) t.equal((await call('bod', 'DELETE', `/api/config/surcharge/${id}`)).status, 200)
  await installDefaults(app.db)
  t.match((await call('bod', 'GET', '/api/config/surcharge')).body, { data: [], total: 0 })
  t.match((await call('bod', 'GET', '/api/config/surcharge?all=true')).body, { total: 3 })
})
