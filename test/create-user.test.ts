import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import t from 'tap'
import { authClient } from './auth/accounts.ts'
import { testApp } from './setup/app.ts'
import { createTestDatabase } from './setup/database.ts'
import { isLong } from './setup/form.ts'

const PASSWORD = 'five boxes on a blue cart'
const DATABASE_URL = await createTestDatabase(t)

/** Runs the command as an operator does, without a terminal: its exit status and what it printed. */
async function createUser(args: string[], settings: Record<string, string> = {}) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['src/create-user.ts', ...args], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { PATH, HOME, NODE_COMPILE_CACHE, DATABASE_URL, CREATE_USER_PASSWORD: PASSWORD, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  const [status] = await once(child, 'close')
  return { status, printed }
}

const email = ['--email', 'x@example.com']
const root = ['--username', 'root', '--role', 'bod', '--full-name', 'Root R.', '--email', 'Root@example.com']

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
  t.match(body.user, { id: 1, role: 'bod', full_name: 'Root R.' })
  const headers = { 'x-user-id': '1', authorization: `Bearer ${body.token}` }
  const audited = await test.call(null, 'GET', '/api/audit', undefined, headers)
  t.match(audited.body.data, [
    { action: 'user.created', entity_id: '1', user_id: null },
    { action: 'employee.created', user_id: null, after: { employee_code: 'U-1', full_name: 'Root R.' } },
  ])
})

const REFUSED = [
  ['a username that is taken', [...root.slice(0, 6), ...email], {}, 'username is already taken.\n'],
  [
    'the e-mail address of another for a role below bod',
    ['--username', 'x', '--role', 'admin', '--email', 'root@example.com'],
    {},
    'email is already taken.\n',
  ],
  ['no username', ['--role', 'bod', ...email], {}, '--username is required.\n'],
  ['no role', ['--username', 'x', ...email], {}, '--role is required.\n'],
  ['no e-mail address', ['--username', 'x', '--role', 'bod'], {}, '--email is required.\n'],
  [
    'an unknown role',
    ['--username', 'x', '--role', 'king', ...email],
    {},
    /^--role must be one of bod, .*\.\n$/,
  ],
  [
    'a warehouse that is no number',
    [...root, '--warehouse-id', 'north'],
    {},
    '--warehouse-id must be a whole number.\n',
  ],
  [
    'a warehouse beyond all numbers',
    [...root, '--warehouse-id', '1e309'],
    {},
    '--warehouse-id is too large for a number.\n',
  ],
  [
    'an unknown warehouse',
    ['--username', 'x', '--role', 'warehouse', '--warehouse-id', '99', ...email],
    {},
    'warehouse_id names something that does not exist.\n',
  ],
  ['an unknown option', ['--name', 'x'], {}, /^Unknown option '--name'\.\n[\s\S]* --username <name>: /],
  [
    'a short password',
    ['--username', 'x', '--role', 'bod', ...email],
    { CREATE_USER_PASSWORD: 'short' },
    'The password must have at least 8 characters.\n',
  ],
  [
    'no password and no terminal',
    ['--username', 'x', '--role', 'bod', ...email],
    { CREATE_USER_PASSWORD: '' },
    'There is no terminal to ask for the password: set CREATE_USER_PASSWORD.\n',
  ],
  [
    'a database that is not there',
    ['--username', 'x', '--role', 'bod', ...email],
    { DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    /^The database none at 127\.0\.0\.1:1 can't be used .*\.\n$/,
  ],
] as const
/** What the command itself looks at, and the checks and the database of the service once each. */
const SHORT = [
  'a username that is taken',
  'no username',
  'a warehouse that is no number',
  'an unknown option',
  'a short password',
]
for (const [what, args, settings, printed] of REFUSED.filter(([what]) => isLong || SHORT.includes(what)))
  t.test(`with ${what} it says so in a sentence and ends with status 1`, async (t) => {
    t.match(await createUser([...args], settings), { status: 1, printed })
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
  const post = {
    username: 'ada',
    full_name: 'Ada',
    role: 'bod',
    email: 'ada@example.com',
    password: PASSWORD,
  }
  const { id } = (await test.call('bod', 'POST', '/api/users', post)).body
  const { token } = (await login('ada', PASSWORD)).body
  for (let n = 0; n < 10; n++) await login('ada', 'wrong')
  await test.call('bod', 'PATCH', `/api/users/${id}`, { role: 'viewer', is_active: false })
  const restore = ['--username', 'whoever', '--role', 'bod', '--email', 'Ada@example.com']
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
