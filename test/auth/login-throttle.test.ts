import t from 'tap'
import { ACCOUNT_FAILURES, ADDRESS_FAILURES, WINDOW_MINUTES } from '../../plugins/auth/login-throttle.ts'
import { testApp } from '../setup/app.ts'
import { authClient, makeAccount, PASSWORD } from './accounts.ts'

type Test = Parameters<typeof testApp>[0]

/** Two processes on one database, and accounts to try. */
async function twoProcesses(t: Test) {
  const one = await testApp(t)
  const other = await testApp(t, { DATABASE_URL: one.DATABASE_URL, WORKER: 'off' })
  await makeAccount(one, 'nadia')
  await makeAccount(one, 'omar')
  return { app: one.app, one: authClient(one), other: authClient(other) }
}

const failures = (n: number, attempt: (n: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: n }, (_, i) => attempt(i)))

t.test(
  'after its failures an account answers 429 in every process, with the right password too',
  async (t) => {
    const { one, other } = await twoProcesses(t)
    for (let n = 0; n < ACCOUNT_FAILURES; n++)
      t.equal((await (n % 2 ? one : other).login('nadia', 'wrong')).status, 401)
    for (const client of [one, other]) {
      const { status, body, headers } = await client.login('nadia', PASSWORD)
      t.match({ status, body }, { status: 429, body: { error: /^Too many failed logins/ } })
      const seconds = Number(headers['retry-after'])
      t.ok(seconds > (WINDOW_MINUTES - 1) * 60 && seconds <= WINDOW_MINUTES * 60, `come back in ${seconds} s`)
    }
    t.equal((await one.idpLogin('nadia@example.com', PASSWORD)).status, 429, 'both logins count together')
    t.equal((await one.login('omar', PASSWORD)).status, 200, 'another account is not held back')
  },
)

t.test('of a hundred attempts at once, in two processes, no more are tried than in a row', async (t) => {
  const { one, other } = await twoProcesses(t)
  const statuses: number[] = []
  await failures(100, async (n) => {
    statuses.push((await (n % 2 ? one : other).login('nadia', 'wrong')).status)
  })
  t.equal(statuses.filter((status) => status === 401).length, ACCOUNT_FAILURES)
  t.equal(statuses.filter((status) => status === 429).length, 100 - ACCOUNT_FAILURES)
})

t.test('a success clears the account’s counter', async (t) => {
  const { one } = await twoProcesses(t)
  for (let round = 0; round < 3; round++) {
    await failures(ACCOUNT_FAILURES - 1, () => one.login('nadia', 'wrong'))
    t.equal((await one.login('nadia', PASSWORD)).status, 200, `round ${round}`)
  }
})

t.test('when the window has passed the account may be tried again', async (t) => {
  const { app, one } = await twoProcesses(t)
  await failures(ACCOUNT_FAILURES, () => one.login('nadia', 'wrong'))
  t.equal((await one.login('nadia', PASSWORD)).status, 429)
  await app.db.rows(
    `update login_throttles set window_started_at = now() - interval '${WINDOW_MINUTES} minutes'`,
  )
  t.equal((await one.login('nadia', 'wrong')).status, 401)
  t.equal((await one.login('nadia', PASSWORD)).status, 200)
})

t.test('a name that nobody has is throttled like one that somebody has', async (t) => {
  const { app, one } = await twoProcesses(t)
  await failures(ACCOUNT_FAILURES, () => one.login('nobody', 'wrong'))
  t.equal((await one.login('nobody', 'wrong')).status, 429)
  t.equal((await one.login('NOBODY', 'wrong')).status, 429, 'in any case')
  t.equal((await one.login('nobody else', 'wrong')).status, 401)
  const kept = await app.db.rows<{ key: string }>('select key from login_throttles')
  t.notOk(
    kept.some(({ key }) => key.includes('nobody')),
    'what was typed is not kept',
  )
})

t.test('after its failures an address answers 429, whatever the account', async (t) => {
  const { app, one } = await twoProcesses(t)
  await one.login('nobody', 'wrong')
  await app.db.rows(`update login_throttles set failures = $1 where key = 'address:127.0.0.1'`, [
    ADDRESS_FAILURES - 1,
  ])
  t.equal((await one.login('nadia', PASSWORD)).status, 200, 'a success gives its try back')
  t.equal((await one.login('nobody', 'wrong')).status, 401)
  t.match(await one.login('nadia', PASSWORD), { status: 429, headers: { 'retry-after': /^\d+$/ } })
  const account = await app.db.row(`select from login_throttles where key like 'account:%' and failures > 0`)
  t.equal(account, undefined, 'what the address is refused does not count against the account')
})

t.test('a demo account, which takes any password, is never throttled', async (t) => {
  const { one } = await twoProcesses(t)
  const answers = await Promise.all(Array.from({ length: 30 }, () => one.login('bod', 'whatever')))
  t.ok(answers.every(({ status }) => status === 200))
})
