import t from 'tap'
import { authClient, makeAccount, PASSWORD } from './auth/accounts.ts'
import { testApp } from './setup/app.ts'
import { createTestDatabase } from './setup/database.ts'
import { startService } from './setup/service.ts'

const DATABASE_URL = await createTestDatabase(t)

/** Runs the command as an operator does, without a terminal: its exit status and what it printed. */
async function createUser(args: string, settings: object = {}) {
  const all = { DATABASE_URL, CREATE_USER_PASSWORD: PASSWORD, ...settings }
  const { status, printed } = await startService(t, all, `src/create-user.ts ${args}`).ended
  return { status, printed }
}

const root = '--username root --role bod --full-name Root --email Root@example.com'

t.test('the first account of a production database is made, and can log in', async (t) => {
  const settings = {
    NODE_ENV: 'production',
    JWT_SECRET: 'a secret that only these tests know',
    WEBHOOK_SECRET_KEY: 'a key that only these tests encrypt with',
  }
  t.match(await createUser(root, settings), { status: 0, printed: 'Created user 1 (root, bod).\n' })

  const test = await testApp(t, {
    WORKER: 'on',
    DATABASE_URL,
    AUTH_MODE: 'verified',
    JWT_SECRET: settings.JWT_SECRET,
  })
  const { login } = authClient(test)
  const { body } = await login('root', PASSWORD)
  t.match(body.user, { id: 1, role: 'bod', full_name: 'Root' })
  const headers = { 'x-user-id': '1', authorization: `Bearer ${body.token}` }
  const audited = await test.call(null, 'GET', '/api/audit', undefined, headers)
  t.match(audited.body.data, [
    { action: 'user.created', entity_id: '1', user_id: null },
    { action: 'employee.created', user_id: null, after: { employee_code: 'U-1', full_name: 'Root' } },
  ])
})

const X = '--username x --role bod'
const password = (CREATE_USER_PASSWORD: string) => ({ CREATE_USER_PASSWORD })
const OF_ROOT = '--email root@example.com'
const NO_TERMINAL = 'There is no terminal to ask for the password: set CREATE_USER_PASSWORD.\n'
const refused: [what: string, args: string, printed: string | RegExp, settings?: object, email?: string][] = [
  ['a username that is taken', '--username root --role bod', 'username is already taken.\n'],
  ['the address of another', '--username x --role admin', 'email is already taken.\n', {}, OF_ROOT],
  ['no username', '--role bod', '--username is required.\n'],
  ['no role', '--username x', '--role is required.\n'],
  ['no e-mail address', X, '--email is required.\n', {}, ''],
  ['an unknown role', '--username x --role king', /^--role must be one of bod, .*\.\n$/],
  ['no number', `${X} --warehouse-id north`, '--warehouse-id must be a whole number.\n'],
  [
    'an unknown warehouse',
    '--username x --role warehouse --warehouse-id 99',
    'warehouse_id names something that does not exist.\n',
  ],
  ['an unknown option', '--name x', /^Unknown option '--name'\.\n[\s\S]* --username <name>: /],
  ['a short password', X, 'The password must have at least 8 characters.\n', password('short')],
  ['no password and no terminal', X, NO_TERMINAL, password('')],
]
for (const [what, args, printed, settings, email = '--email x@example.com'] of refused)
  t.test(`with ${what} it says so in a sentence and ends with status 1`, async (t) => {
    t.match(await createUser(`${args} ${email}`.trim(), settings), { status: 1, printed })
  })

t.test('with IDP_URL it asks for no password and takes none: they are the provider’s', async (t) => {
  const settings = { IDP_URL: 'https://idp.example.com', DATABASE_URL: await createTestDatabase(t) }
  const none = { ...settings, CREATE_USER_PASSWORD: '' }
  t.match(await createUser(root, settings), { status: 1, printed: /^The external identity provider keeps / })
  t.same(await createUser(root, none), { status: 0, printed: 'Created user 1 (root, bod).\n' })
  t.match(await createUser(root, none), { status: 0, printed: /address: the password is the provider’s\. / })
})

t.test('a bod who can’t log in any more is restored by the e-mail address', async (t) => {
  const test = await testApp(t, { WORKER: 'on' })
  const { login, me } = authClient(test)
  const id = await makeAccount(test, 'ada', { role: 'bod' })
  const { token } = (await login('ada', PASSWORD)).body
  for (let n = 0; n < 10; n++) await login('ada', 'wrong')
  await test.call('bod', 'PATCH', `/api/users/${id}`, { role: 'viewer', is_active: false })
  const restore = '--username whoever --role bod --email Ada@example.com'
  const NEW = 'six crates on a red van'
  t.same(await createUser(restore, { DATABASE_URL: test.DATABASE_URL, CREATE_USER_PASSWORD: NEW }), {
    status: 0,
    printed: `Restored user ${id} (ada, bod), who has this e-mail address: a new password, active again, bod instead of viewer. All sessions have ended.\n`,
  })
  t.match(await login('ada', NEW), { status: 200, body: { user: { id, role: 'bod' } } })
  t.equal((await login('ada', PASSWORD)).status, 401)
  test.app.identities.forget() // as time does
  t.equal((await me(token)).status, 401)
  const log = await test.call('bod', 'GET', `/api/audit?entity=user&entity_id=${id}&limit=2`)
  t.match(log.body.data, [
    { action: 'user.password_changed', user_id: null },
    { action: 'user.updated', user_id: null, before: { role: 'viewer' }, after: { role: 'bod' } },
  ])
  t.notMatch(JSON.stringify(log.body), /argon2/)
})
