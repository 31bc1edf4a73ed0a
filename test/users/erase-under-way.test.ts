import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { CHUNK_RECORDS } from '../../plugins/sync/bodies/ndjson.ts'
import { authClient, bearer, makeAccount, PASSWORD } from '../auth/accounts.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { waiters } from '../setup/waiters.ts'
import { everything } from './everything.ts'

// A person is erased while requests of the account are under way: what was answered stays, all else is refused, and
// nothing names the person afterwards.

const demo = await testApp(t, { WORKER: 'on' })
const { app: verified, call } = await testApp(t, {
  WORKER: 'on',
  DATABASE_URL: demo.DATABASE_URL,
  AUTH_MODE: 'verified',
  JWT_SECRET: 'a secret that only these tests sign with',
})
const { db } = verified
const url = await verified.listen({ host: '127.0.0.1', port: 0 })
await demo.call('bod', 'POST', '/api/sellers', { seller_code: 'S-1', company_name: 'First' })
const bod = await personOf('boss', 'bod')

/** An account with a session, and how it proves itself. */
async function personOf(username: string, role: string) {
  const id = await makeAccount(demo, username, { role, full_name: `${username} by name` })
  const { body } = await authClient({ call }).idpLogin(`${username}@example.com`, PASSWORD)
  return { id, username, headers: { 'x-user-id': String(id), ...bearer(body.session.access_token) } }
}
type Person = Awaited<ReturnType<typeof personOf>>

const erase = ({ id }: Person) => call(null, 'POST', `/api/users/${id}/erase`, undefined, bod.headers)
const order = (code: string) => ({ order_code: code, seller_code: 'S-1', ordered_at: '2026-01-02T08:00:00Z' })
const ordersLike = async (pattern: string) =>
  (await db.one<{ n: number }>('select count(*)::int as n from orders where order_code like $1', [pattern])).n

async function namesNobody(t: Test, { username }: Person) {
  for (const [table, text] of await everything(verified)) t.notOk(text.includes(username), table)
}

const FORMS: [string, string, (code: string) => string][] = [
  ['application/x-ndjson', '', (code) => `${JSON.stringify(order(code))}\n`],
  ['text/csv', Object.keys(order('')).join(), (code) => `${Object.values(order(code)).join()}\n`],
]
for (const [type, heading, lineOf] of FORMS)
  t.test(`a stream of ${type} ends with 401; what was stored before stays`, async (t) => {
    const person = await personOf(`streamer-${type.replaceAll(/\W/g, '')}`, 'system')
    const lines = (word: string) =>
      Array.from({ length: CHUNK_RECORDS }, (_, n) => lineOf(`${type}-${word}-${n}`)).join('')
    const push = begin('/api/sync/orders', { ...person.headers, 'content-type': type })
    push.sent.write(heading && `${heading}\n`)
    push.sent.write(lines('before'))
    push.sent.write(lineOf(`${type}-next`)) // which shows that the chunk is whole
    await eventually(async () => (await ordersLike(`${type}-before-%`)) === CHUNK_RECORDS)
    t.equal((await erase(person)).status, 200)
    push.sent.end(lines('after'))
    const answer = await push.answered
    t.match([answer.statusCode, answer.headers['x-error-code']], [401, 'account_inactive'])
    t.match(await json(answer), { error: /not active/ })
    t.equal(await ordersLike(`${type}-before-%`), CHUNK_RECORDS)
    t.equal(await ordersLike(`${type}-after-%`), 0)
    await namesNobody(t, person)
  })

function begin(path: string, headers: Record<string, string>) {
  const sent: ClientRequest = request(url + path, { method: 'POST', headers })
  const answered = once(sent, 'response').then(([answer]) => answer as IncomingMessage)
  sent.on('error', () => {}) // it may be closed before all of it is sent
  return { sent, answered }
}

t.test('a request that is under way is refused once the erasure has looked for its names', async (t) => {
  const person = await personOf('campaigner', 'ops_head')
  const campaign = (campaign_code: string) => ({
    ...{ campaign_code, campaign_name: 'One', campaign_type: 'mini_campaign' },
    ...{ start_date: '2026-10-01', end_date: '2026-10-02' },
  })
  const create = (code: string) => call(null, 'POST', '/api/campaigns', campaign(code), person.headers)
  t.equal((await create('C-1')).status, 200)

  const began = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const holder = db.transaction(async (tx) => {
    await tx.run`select from campaigns where campaign_code = 'C-1' for update`
    began.resolve()
    await goOn.promise
  })
  await began.promise
  const waits = async (statement: string) => (await waiters(db, statement)) > 0
  const erased = erase(person)
  await eventually(() => waits('update campaigns set created_by'))
  let status = 0
  const created = create('C-2').then((answer) => (status = answer.status))
  await eventually(async () => status !== 0 || (await waits('for key share')))
  goOn.resolve()
  await holder
  t.equal((await erased).status, 200)
  t.equal(await created, 401)
  t.same(await db.rows(`select created_by from campaigns`), [{ created_by: 'erased' }])
  await namesNobody(t, person)
})

t.test('who closes or erases the own account is not refused for it', async (t) => {
  const [closing, erasing] = [await personOf('closing', 'admin'), await personOf('erasing', 'admin')]
  const closed = { is_active: false }
  t.equal((await call(null, 'PATCH', `/api/users/${closing.id}`, closed, closing.headers)).status, 200)
  const erased = await call(null, 'POST', `/api/users/${erasing.id}/erase`, undefined, erasing.headers)
  t.equal(erased.status, 200)
  await namesNobody(t, erasing)
})
