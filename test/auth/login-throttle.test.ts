import t from 'tap'
import { WINDOW_MINUTES } from '../../plugins/auth/login-throttle.ts'
import { ACCOUNT_FAILURES, NETWORK_FAILURES, PAIR_FAILURES } from '../../plugins/auth/login-waits.ts'
import { testApp } from '../setup/app.ts'
import { meetsOnce } from '../setup/waiters.ts'
import { authClient, makeAccount, PASSWORD } from './accounts.ts'

type Client = Pick<Awaited<ReturnType<typeof testApp>>, 'call'>

const ELSEWHERE = '192.0.2.7'

const settings = { TRUST_PROXY: '127.0.0.0/8, 10.1.0.0/16', WORKER: 'off' }
const one = await testApp(t, settings)
const other = await testApp(t, { ...settings, DATABASE_URL: one.DATABASE_URL })
const nadia = await makeAccount(one, 'nadia')
await makeAccount(one, 'omar')

/** Two processes on one database, behind a proxy, and accounts that nobody has tried yet. */
async function twoProcesses() {
  await one.app.db.rows('truncate login_failures, login_networks')
  /** As time does. */
  const wait = (seconds: number) =>
    one.app.db.rows(
      `update login_failures set waits_until = waits_until - make_interval(secs => $1),
         last_at = last_at - make_interval(secs => $1)`,
      [seconds],
    )
  /** How long each counter waits since its last try, the longest first. */
  const waits = async () => {
    const rows = await one.app.db.rows<{ seconds: number }>(
      `select round(extract(epoch from waits_until - last_at)) as seconds from login_failures
       where waits_until > last_at order by 1 desc`,
    )
    return rows.map(({ seconds }) => seconds)
  }
  /** Lets the waits that there are last, however slow the test is. */
  const hold = () =>
    one.app.db.rows(
      `update login_failures set waits_until = now() + interval '1 minute' where waits_until > last_at`,
    )
  const clients = { one: authClient(one), other: authClient(other) }
  return { app: one.app, bod: one.call, ...clients, from, nadia, wait, waits, hold }

  /** Logs in from a network, at one process or the other. */
  function from(address: string, username: string, password: string, { call }: Client = one) {
    const headers = { 'x-forwarded-for': address }
    return call(null, 'POST', '/api/auth/login', { username, password }, headers)
  }
}

const times = (n: number, attempt: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: n }, (_, i) => attempt(i)))

t.test('wrong passwords from one address make it wait 1, 2, 4 … 60 s, in every process', async (t) => {
  const { one, other, wait, waits, hold } = await twoProcesses()
  for (let n = 0; n < PAIR_FAILURES; n++)
    t.equal((await (n % 2 ? one : other).login('nadia', 'wrong')).status, 401)
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    t.same(await waits(), [seconds])
    await wait(seconds)
    t.equal((await one.login('nadia', 'wrong')).status, 401, `after ${seconds} s`)
  }
  await hold()
  for (const client of [one, other])
    t.match(await client.login('nadia', PASSWORD), {
      status: 429,
      body: { error: /^Too many failed logins/ },
      headers: { 'retry-after': /^(60|[45]\d)$/ },
    })
  t.equal((await one.idpLogin('nadia@example.com', PASSWORD)).status, 429, 'both logins count together')
  t.equal((await one.login('omar', PASSWORD)).status, 200, 'another account is not held back')
  await wait(60)
  t.equal((await one.login('nadia', PASSWORD)).status, 200)
})

t.test('wrong passwords from one address do not hold the person back at another', async (t) => {
  const { from, hold } = await twoProcesses()
  await times(10, () => from(ELSEWHERE, 'nadia', 'wrong'))
  await hold()
  t.equal((await from(ELSEWHERE, 'nadia', PASSWORD)).status, 429)
  t.equal((await from('198.51.100.1', 'nadia', PASSWORD)).status, 200)
})

t.test('of fifty attempts at once, in two processes, no more are tried than in a row', async (t) => {
  const { one, other } = await twoProcesses()
  const statuses: number[] = []
  const began = Date.now()
  await times(50, async (n) => {
    statuses.push((await (n % 2 ? one : other).login('nadia', 'wrong')).status)
  })
  const seconds = (Date.now() - began) / 1000
  const tried = statuses.filter((status) => status === 401).length
  t.ok(tried >= PAIR_FAILURES)
  t.ok(tried <= PAIR_FAILURES + Math.log2(seconds + 1), `${tried} in ${seconds} s`)
  t.equal(statuses.filter((status) => status === 429).length, 50 - tried)
})

t.test('a success forgets the failures from its address', async (t) => {
  const { one } = await twoProcesses()
  for (let round = 0; round < 3; round++) {
    await times(PAIR_FAILURES - 1, () => one.login('nadia', 'wrong'))
    t.equal((await one.login('nadia', PASSWORD)).status, 200, `round ${round}`)
  }
})

t.test('an account tried from many addresses makes new ones wait, and none for ever', async (t) => {
  const { from, wait, waits, app } = await twoProcesses()
  t.equal((await from('198.51.100.1', 'nadia', PASSWORD)).status, 200)
  t.equal((await from('198.51.100.2', 'nadia', PASSWORD)).status, 200)
  const attack = (n: number) => from(`203.0.113.${n}`, 'nadia', 'wrong')
  for (let n = 0; n < ACCOUNT_FAILURES; n++) t.equal((await attack(n)).status, 401)
  const { status, headers } = await attack(200)
  t.same([status, headers['retry-after']], [429, '1'], 'a new address')

  await app.db.rows(`update login_failures set failures = 1000 where network = '' and account like 'user:%'`)
  t.match(await from(ELSEWHERE, 'nadia', PASSWORD), { status: 429, headers: { 'retry-after': '60' } })
  t.equal((await waits())[0], 60)
  t.equal((await from('198.51.100.1', 'nadia', PASSWORD)).status, 200, 'one it has logged in from')
  await app.db.rows(
    `update login_networks set last_login_at = now() - interval '31 days' where network = '198.51.100.2'`,
  )
  t.equal((await from('198.51.100.2', 'nadia', PASSWORD)).status, 429, 'one from too long ago')
  await wait(60)
  await times(40, (n) => attack(100 + n))
  t.equal((await from(ELSEWHERE, 'nadia', PASSWORD)).status, 200, 'who has waited, whoever tries besides')
})

t.test('an administrator’s new password, and one’s own, forget all failures', async (t) => {
  const { bod, from, nadia, app, hold } = await twoProcesses()
  const NEW = 'six crates on a red van'
  await times(PAIR_FAILURES, () => from(ELSEWHERE, 'nadia', 'wrong'))
  await hold()
  t.equal((await from(ELSEWHERE, 'nadia', PASSWORD)).status, 429)
  await bod('bod', 'PATCH', `/api/users/${nadia}`, { password: NEW })
  const { status, body } = await from(ELSEWHERE, 'nadia', NEW)
  t.equal(status, 200)
  await times(PAIR_FAILURES, () => from(ELSEWHERE, 'nadia', 'wrong'))
  await hold()
  const authorization = `Bearer ${body.token}`
  await bod(null, 'POST', '/api/auth/update-password', { new_password: PASSWORD }, { authorization })
  t.equal((await from(ELSEWHERE, 'nadia', PASSWORD)).status, 200)
  t.same(await app.db.rows(`select from login_failures where account = $1`, [`user:${nadia}`]), [])
})

t.test('when the window has passed an account is counted anew', async (t) => {
  const { one, wait, waits } = await twoProcesses()
  await times(PAIR_FAILURES, () => one.login('nadia', 'wrong'))
  await wait(WINDOW_MINUTES * 60 + 1)
  for (let n = 0; n < PAIR_FAILURES; n++) t.equal((await one.login('nadia', 'wrong')).status, 401)
  t.same(await waits(), [1])
})

t.test('a name that nobody has is throttled like one that somebody has', async (t) => {
  const { app, one, from, hold } = await twoProcesses()
  for (const name of ['nobody', 'nadia'])
    for (let n = 0; n < PAIR_FAILURES; n++) t.equal((await one.login(name, 'wrong')).status, 401)
  await hold()
  const [unknown, known] = await Promise.all(['nobody', 'nadia'].map((name) => one.login(name, 'wrong')))
  t.same([unknown?.status, unknown?.body], [429, known?.body])
  t.equal((await one.login('NOBODY', 'wrong')).status, 429, 'in any case')
  t.equal((await one.login('nobody else', 'wrong')).status, 401)
  for (let n = PAIR_FAILURES; n < ACCOUNT_FAILURES; n++) await from(`203.0.113.${n + 10}`, 'nobody', 'wrong')
  t.equal((await from(ELSEWHERE, 'nobody', 'wrong')).status, 429, 'from many addresses, too')
  const kept = await app.db.rows<{ account: string }>('select account from login_failures')
  t.notOk(
    kept.some(({ account }) => account.includes('nobody')),
    'what was typed is not kept',
  )
})

t.test('an address with many failures waits, but for accounts that know it', async (t) => {
  const { app, one, hold } = await twoProcesses()
  t.equal((await one.login('omar', PASSWORD)).status, 200)
  await one.login('nobody', 'wrong')
  await app.db.rows(`update login_failures set failures = $1 where account = ''`, [NETWORK_FAILURES - 1])
  t.equal((await one.login('nobody', 'wrong')).status, 401)
  await hold()
  t.match(await one.login('nadia', PASSWORD), { status: 429, headers: { 'retry-after': /^\d+$/ } })
  const rows = () => app.db.one<{ n: number }>('select count(*)::int as n from login_failures')
  const before = await rows()
  for (const name of ['made', 'up', 'names']) t.equal((await one.login(name, 'wrong')).status, 429)
  t.same(await rows(), before, 'nothing is kept of names that it makes up')
  t.equal((await one.login('omar', PASSWORD)).status, 200)
  const account = await app.db.row(`select from login_failures where account like 'user:%' and failures > 0`)
  t.equal(account, undefined, 'what the address is refused does not count against the account')
})

t.test('what a caller says of its own address gains no tries', async (t) => {
  const { app, from } = await twoProcesses()
  const counted = async () => {
    const networks = await app.db.column(`select network from login_failures where account = '' order by 1`)
    await app.db.rows('truncate login_failures')
    return networks
  }
  const claims = [
    '198.51.100.7',
    '203.0.113.1, 198.51.100.7',
    '127.0.0.1, 198.51.100.7, 10.1.2.3',
    '2001:db8::7',
  ]
  for (const claim of claims) await from(claim, 'nobody', 'wrong')
  t.same(await counted(), ['198.51.100.7', '2001:db8:0:0::/64'], 'the first address that no proxy has')
  const others: Partial<Record<'TRUST_PROXY', string>>[] = [{}, { TRUST_PROXY: '10.1.0.0/16' }]
  for (const proxies of others) {
    const around = await testApp(t, { DATABASE_URL: one.DATABASE_URL, ...proxies })
    for (const claim of [...claims, '::1', 'unknown']) await from(claim, 'nobody', 'wrong', around)
    t.same(await counted(), ['127.0.0.1'], 'whoever comes around the proxies is not believed')
  }
})

t.test('a demo account, which takes any password, is never throttled', async (t) => {
  const { one } = await twoProcesses()
  const answers = await Promise.all(Array.from({ length: 30 }, () => one.login('bod', 'whatever')))
  t.ok(answers.every(({ status }) => status === 200))
})

t.test('a correct login that meets a new password at its counters is made again', async (t) => {
  const { app, one } = await twoProcesses()
  await meetsOnce(app.db, '40P01', 'trigger meets before delete on login_failures')
  t.equal((await one.login('nadia', PASSWORD)).status, 200)
  t.same(await app.db.rows('select is_called from met'), [{ is_called: true }])
})
