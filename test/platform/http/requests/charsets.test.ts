import t from 'tap'
import { testApp } from '../../../setup/app.ts'

const { call } = await testApp(t)

const JSON_TYPE = 'application/json'
const latin1 = (value: unknown) => Buffer.from(JSON.stringify(value), 'latin1')
const ORDER = { order_code: 'Zü-1', seller_code: 'S-1', ordered_at: '2026-10-05T10:00:00Z' }
const BODIES: [string, unknown][] = [
  ['/api/sync/orders', [ORDER]],
  ['/api/sync/sellers', [{ seller_code: 'U-1', company_name: 'Müller GmbH' }]],
  ['/api/sellers', { seller_code: 'U-1', company_name: 'Müller GmbH' }],
  ['/api/warehouses', { code: 'U-1', name: 'Lager München', is_active: true }],
]

for (const [url, body] of BODIES) {
  t.test(`POST ${url} takes no JSON that is not UTF-8`, async (t) => {
    for (const type of [
      JSON_TYPE,
      'application/x-www-form-urlencoded',
      `${JSON_TYPE}; charset=utf-8`,
      `${JSON_TYPE}; charset=iso-8859-1`,
    ]) {
      t.match(
        await call('admin', 'POST', url, latin1(body), { 'content-type': type }),
        {
          status: 400,
          headers: { 'x-error-code': 'invalid_json' },
          body: { error: /^the body is not valid UTF-8/ },
        },
        type,
      )
    }
    const utf16 = Buffer.from(`\uFEFF${JSON.stringify(body)}`, 'utf16le')
    t.equal((await call('admin', 'POST', url, utf16, { 'content-type': JSON_TYPE })).status, 400)
  })
}

t.test('the body of a GET is not read, whatever it says of itself', async (t) => {
  const odd = { 'content-type': `${JSON_TYPE}; charset=utf-16` }
  t.equal((await call('admin', 'GET', '/api/warehouses', 'x', odd)).status, 200)
})

t.test('UTF-8 is taken by whatever it is called, with a mark of its byte order or without', async (t) => {
  const types = [
    JSON_TYPE,
    `${JSON_TYPE};charset=UTF-8`,
    `${JSON_TYPE}; charset="utf8"`,
    `${JSON_TYPE}; charset=utf-8; x=y`,
  ]
  for (const [i, type] of types.entries()) {
    const body = Buffer.from(JSON.stringify({ seller_code: `Ü-${i}`, company_name: 'Müller GmbH' }))
    t.equal((await call('admin', 'POST', '/api/sellers', body, { 'content-type': type })).status, 200, type)
    t.match((await call('admin', 'GET', `/api/sellers/${encodeURIComponent(`Ü-${i}`)}`)).body, {
      company_name: 'Müller GmbH',
    })
  }
})
