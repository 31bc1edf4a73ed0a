import t from 'tap'
import { settled } from '../flows/settled.ts'
import { testApp } from '../setup/app.ts'

const { app, call } = await testApp(t)
for (const seller_code of ['S-1', 'S-2']) {
  await call('bod', 'POST', '/api/sellers', { seller_code, company_name: 'Acme; "Sons" & Co' })
  await call('bod', 'PATCH', `/api/sellers/${seller_code}`, { status: 'suspended' })
}
await settled(app)
const csv = async (query = '') =>
  call('viewer', 'GET', `/api/events${query}`, undefined, { accept: 'text/csv' })

t.test('the feed as CSV has one line an event, and no cell holds JSON', async (t) => {
  const { status, headers, body } = await csv('?type=seller.status_changed&limit=1')
  t.equal(status, 200)
  t.match(headers['content-type'], /^text\/csv/)
  const [heading, ...lines] = body.trim().split('\r\n')
  t.equal(heading, 'id,type,timestamp,sequence,seller_code,data')
  t.equal(lines.length, 2, 'all of them, whatever the limit')
  t.match(
    lines[0],
    /,seller\.status_changed,[^,]+Z,1,S-1,"seller_code=S-1; company_name=Acme; ""Sons"" & Co; status=suspended; is_blocked=true; previous\.status=active"$/,
  )
  t.notMatch(body, /[{}]/)
})

t.test('it goes on after a cursor, and a type narrows it', async (t) => {
  const { next } = (await call('viewer', 'GET', '/api/events?limit=1')).body
  t.equal((await csv(`?after=${next}`)).body.trim().split('\r\n').length, 2)
  t.equal((await csv('?type=webhook.ping')).body.trim().split('\r\n').length, 1, 'the heading alone')
})

t.test('more events than one read takes come once each, in their order', async (t) => {
  const ping = { type: 'webhook.ping' as const, seller_id: null }
  await app.db.transaction((tx) =>
    app.events.publish(
      tx,
      Array.from({ length: 4_500 }, (_, number) => ({ ...ping, data: { number } })),
    ),
  )
  await settled(app)
  const lines = (await csv('?type=webhook.ping')).body.trim().split('\r\n').slice(1)
  t.same(
    lines.map((line: string) => line.split(',').at(-1)),
    Array.from({ length: 4_500 }, (_, number) => `number=${number}`),
  )
})

t.test('JSON stays as it was', async (t) => {
  const { body } = await call('viewer', 'GET', '/api/events?limit=1')
  t.same(Object.keys(body), ['data', 'next'])
  const { paths } = (await call(null, 'GET', '/openapi.json')).body
  t.same(Object.keys(paths['/api/events'].get.responses[200].content), ['application/json', 'text/csv'])
})
