import t from 'tap'
import type { App } from '../../src/app.ts'
import { bearer } from '../auth/accounts.ts'
import { goodRequests } from '../generated/good-requests.ts'
import { type GoodRequest, NUMBER } from '../generated/odd-requests.ts'
import { testApp } from '../setup/app.ts'
import { world } from '../spec/world.ts'
import { OPEN, takesLogin } from './expected.ts'
import { operationsOf } from './operations.ts'

// Every operation that writes is sent as it is taken, about somebody who has an account, a session and a key: first with
// an API key, then by a person who is logged in. What changes accounts is found in the database.

const the = await world(t)
const { DATABASE_URL, app, user, done, create, call } = the
const settings = { AUTH_MODE: 'verified', JWT_SECRET: 'a secret that only these tests know', WORKER: 'off' }
const verified = await testApp(t, { DATABASE_URL, ...settings })
const { key } = await done('bod', 'POST', '/api/auth/api-keys', {
  name: 'machine',
  user_id: user.bod.id,
  role: 'bod',
})
const byKey = { 'x-user-id': String(user.bod.id), ...bearer(key) }
const operations = new Map((await operationsOf(app)).map((operation) => [operation.name, operation]))

/** Those whose example is not taken as the world is: none of them knows an account. The seller has one, so it stays. */
const NOT_TAKEN =
  /^\w+ \/api\/(config|backtests|sos|appeals|webhooks|sync\/mappings)\b|^DELETE \/api\/sellers\/\{id\}$/

t.test('whatever ends or changes an account takes a login', async (t) => {
  const wrong: string[] = []
  const changing: string[] = []
  for (const [n, good] of (await goodRequests(the)).filter(writes).entries()) {
    const name = `${good.method} ${good.path.replaceAll(/:(\w+)/g, '{$1}')}`
    const { method, url, body } = await about(good, n)
    const send = async (ask: () => ReturnType<typeof call>) => {
      const before = await accounts(app)
      const { status, headers } = await ask()
      return { status, code: headers['x-error-code'], changed: (await accounts(app)) !== before }
    }
    const headers = { 'content-type': 'application/json' }
    const byMachine = await send(() => verified.call(null, method, url, body, { ...headers, ...byKey }))
    const byPerson = await send(() => call('bod', method, url, body, headers))

    if (byMachine.changed) wrong.push(`${name} changes accounts with an API key`)
    if (byPerson.changed) changing.push(name)
    if (byPerson.changed && byMachine.code !== 'login_required')
      wrong.push(`${name} changes accounts and answers an API key ${byMachine.status} ${byMachine.code}`)
    if (![byMachine.status, byPerson.status].includes(200) && !NOT_TAKEN.test(name))
      wrong.push(`${name} is not taken, so nobody knows what it changes: ${byPerson.status}`)
    if (takesLogin(name) !== /An API key is not enough/.test(operations.get(name)?.description ?? ''))
      wrong.push(`${name} is documented otherwise`)
  }
  t.same(wrong, [])
  t.same(changing, changing.filter(takesLogin), 'and is known in the table of the design')
  t.ok(changing.length >= 7, changing.join(', '))
})

/** All but what asks nobody, or for a token alone: test/auth has these. */
const writes = ({ method, path }: GoodRequest) =>
  method !== 'GET' && path.startsWith('/api/') && !OPEN[`${method} ${path}`]

/** A person with everything that an operation may name of one. */
async function somebody(n: number) {
  const name = `somebody-${n}`
  const email = `${name}@example.com`
  const am = await create('/api/sellers/am/create', { name, email })
  const seller = await create('/api/sellers', { seller_code: name, company_name: name })
  const employee = await create('/api/employees', { employee_code: name, full_name: name })
  const account = { username: name, email, full_name: name, role: 'am', am_id: am, seller_id: seller }
  const id = await create('/api/users', { ...account, employee_id: employee })
  const key = await create('/api/auth/api-keys', { name, user_id: id, role: 'am' })
  await app.db.rows`
    insert into sessions (id, user_id, expires_at) values (gen_random_uuid(), ${id}, now() + interval '1 hour')`
  return { am, seller: name, employee, user: id, key }
}

/** The request; where it names something that a person is or has, about somebody new. */
async function about({ method, path, ...good }: GoodRequest, n: number) {
  const place = PLACES.find(([beginning]) => `${path}/`.startsWith(`${beginning}/`))
  const id = place && (await somebody(n))[place[1]]
  const body = path === '/api/sellers/am/:id' ? { is_active: false, unassign: true } : good.body
  return {
    method: method as 'POST',
    url: path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(id ?? good.params[name] ?? '')),
    body: body ? JSON.stringify(body).replaceAll(NUMBER, `-${n}`) : undefined,
  }
}
const PLACES = [
  ['/api/users/:id', 'user'],
  ['/api/employees/:id', 'employee'],
  ['/api/auth/api-keys/:id', 'key'],
  ['/api/sellers/am/:id', 'am'],
  ['/api/sellers/:id', 'seller'],
] as const

/** All accounts and what opens them, as one text. */
async function accounts({ db }: App): Promise<string> {
  const { text } = await db.one<{ text: string }>(
    `select md5(string_agg(row, ' ' order by row)) as text from (
       select 'user ' || u as row from users u union all select 'session ' || s from sessions s
       union all select 'token ' || r from refresh_tokens r union all select 'key ' || k from api_keys k
       union all select 'reset ' || p from password_resets p) r`,
  )
  return text
}
