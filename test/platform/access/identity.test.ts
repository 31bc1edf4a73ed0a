import t from 'tap'
import { createIdentities, IDENTITY_STALENESS_MS } from '../../../src/platform/access/identity.ts'
import { testApp } from '../../setup/app.ts'

const { app, user } = await testApp(t)
let time = 0
const identitiesOf = (db: typeof app.db) => createIdentities(db, () => time)

/** Something to ask that counts how often it was asked. */
function question<T>(answer: () => Promise<T | undefined>) {
  let times = 0
  const ask = () => {
    times += 1
    return answer()
  }
  return { ask, times: () => times }
}

t.equal(IDENTITY_STALENESS_MS, 3_000, 'a change is known everywhere after three seconds')

t.test('what is found is asked for once within the staleness bound, however many want it', async (t) => {
  const { remembered } = identitiesOf(app.db)
  const { ask, times } = question(async () => 'found')
  t.same(await Promise.all([remembered('key', ask), remembered('key', ask)]), ['found', 'found'])
  time += IDENTITY_STALENESS_MS - 1
  await remembered('key', ask)
  t.equal(times(), 1)
  time += 1
  await remembered('key', ask)
  t.equal(times(), 2)
})

t.test('nothing, a failure and what is forgotten are asked for again', async (t) => {
  const { remembered, forget } = identitiesOf(app.db)
  const nothing = question(async () => undefined)
  await remembered('nothing', nothing.ask)
  await remembered('nothing', nothing.ask)
  t.equal(nothing.times(), 2)
  const failing = question(() => Promise.reject(new Error('no connection')))
  await t.rejects(remembered('key', failing.ask), { message: 'no connection' })
  const { ask, times } = question(async () => 'found')
  t.equal(await remembered('key', ask), 'found')
  forget()
  await remembered('key', ask)
  t.equal(times(), 2)
})

t.test('the memory is bounded: the oldest is forgotten first', async (t) => {
  const { remembered } = identitiesOf(app.db)
  const { ask, times } = question(async () => 'found')
  await remembered('oldest', ask)
  for (let n = 0; n < 10_000; n++) await remembered(`key ${n}`, async () => n)
  await remembered('oldest', ask)
  t.equal(times(), 2)
})

t.test('a user is known by id while active', async (t) => {
  const identities = identitiesOf(app.db)
  t.match(await identities.user(user.am.id), { role: 'am', am_id: user.am.am_id, warehouse_id: null })
  await app.db.rows('update users set is_active = false where id = $1', [user.am.id])
  t.match(await identities.user(user.am.id), { role: 'am' }, 'still known, within the bound')
  time += IDENTITY_STALENESS_MS
  t.equal(await identities.user(user.am.id), undefined)
  t.equal(await identities.user(4_000), undefined)
})

t.test('all who are asked for at once are looked up by one statement, and each is the own', async (t) => {
  let statements = 0
  const quick = Object.create(app.db.quick, {
    rows: {
      value: (text: string, values: unknown[], name: string) => {
        statements += 1
        return app.db.quick.rows(text, values, name)
      },
    },
  })
  const identities = identitiesOf({ ...app.db, quick })
  const known = [user.bod, user.warehouse, user.viewer]
  const found = await Promise.all([...known.map(({ id }) => id), 4_000].map((id) => identities.user(id)))
  t.match(found, [...known.map(({ id, role }) => ({ id, role })), undefined])
  t.equal(statements, 1)
})
