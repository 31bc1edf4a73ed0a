import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { FastifyError } from 'fastify'
import Fastify from 'fastify'
import { accountColumns, createAccount, restoreBod } from '../plugins/users/accounts.ts'
import { NewUser } from '../plugins/users/schemas.ts'
import { readEnv } from './env.ts'
import { requireLongEnough } from './platform/access/passwords.ts'
import { ROLES } from './platform/access/roles.ts'
import { database, type Tx } from './platform/database/database.ts'
import { problemOf } from './platform/http/errors/error-handler.ts'
import { checkOf, sentence } from './platform/http/requests/validation.ts'
import { metrics } from './platform/metrics/metrics.ts'
import { readCommand } from './platform/process/command.ts'
import { StartupError } from './platform/process/startup-error.ts'
import { readObject } from './platform/schemas/lenient.ts'
import { runCommand } from './say-failure.ts'

const COMMAND = {
  name: 'npm run create-user',
  about: `Makes an account in the database that the service's settings name. A username, a role and an e-mail address are
needed. The password is asked for at the terminal, or taken from CREATE_USER_PASSWORD.
With --role bod and the e-mail address of an account that exists, that account is restored instead, for when nobody
can log in any more: it gets the password, is active again and a bod. Its username and all else stay.
With IDP_URL none is asked for or taken: passwords are the provider's, of the account there with the same e-mail address.`,
  options: {
    username: { type: 'string', value: '<name>', says: 'what the person logs in with' },
    role: { type: 'string', value: '<role>', says: `one of ${ROLES.join(', ')}` },
    'full-name': { type: 'string', value: '<name>', says: 'the username, when absent' },
    email: { type: 'string', value: '<address>', says: 'no other account has it' },
    'warehouse-id': { type: 'string', value: '<id>', says: 'which warehouse a role warehouse works in' },
    'am-id': { type: 'string', value: '<id>', says: 'which account manager a role am is' },
    'employee-id': { type: 'string', value: '<id>', says: 'which employee it is; a new one, when absent' },
    'seller-id': { type: 'string', value: '<id>', says: 'which seller a role seller is of' },
  },
} as const

/** Reads and checks what was typed as POST /api/users does its body. @throws StartupError naming the option */
function checked(fields: Record<string, unknown>): NewUser {
  const validate = checkOf<NewUser>(NewUser)
  const user = readObject(NewUser, fields)
  if (validate(user)) return user
  const option = (name: string) => (name === 'password' ? 'The password' : `--${name.replaceAll('_', '-')}`)
  throw new StartupError(`${sentence(validate.errors ?? []).replace(/^\w+/, option)}.`)
}

async function createUser() {
  const { values: options } = readCommand(COMMAND)
  const named = Object.entries(options).map(([name, value]) => [name.replaceAll('-', '_'), value])
  // Without a username that is what is missing, not the full name.
  const fields = { full_name: options.username ?? '-', ...Object.fromEntries(named) }
  checked(fields)
  const env = readEnv()
  const password = env.CREATE_USER_PASSWORD ?? (env.IDP_URL ? undefined : await askPassword())
  const user = checked({ ...fields, password })
  if (password !== undefined) requireLongEnough('The password', password, env)
  const columns = await accountColumns(user, { env })
  const logger = { level: 'warn', stream: process.stderr }
  const app = Fastify({ logger, pluginTimeout: 0 }) // as the service does: it may migrate
  try {
    app.decorate('env', { ...env, WORKER: 'off' as const })
    await app.register(metrics)
    await app.register(database)
    return await app.db.transaction((tx) => createOrRestore(tx, columns))
  } finally {
    await app.close()
  }
}

/** Makes the account or, for a bod whose e-mail address one has, restores that one. @returns what was done */
async function createOrRestore(tx: Tx, columns: Awaited<ReturnType<typeof accountColumns<NewUser>>>) {
  const restored = columns.role === 'bod' ? await restoreBod(tx, columns) : undefined
  if (!restored) {
    const { id } = await createAccount(tx, null, columns)
    return `Created user ${id} (${columns.username}, ${columns.role}).`
  }
  const { before, after } = restored
  const done = [
    columns.password_hash ? 'a new password' : 'the password is the provider’s',
    ...(before.is_active ? [] : ['active again']),
    ...(before.role === 'bod' ? [] : [`bod instead of ${before.role}`]),
  ]
  return `Restored user ${after.id} (${after.username}, bod), who has this e-mail address: ${done.join(', ')}. All sessions have ended.`
}

/** What the service would answer a caller, where it is for the operator to do better; else the error. */
function refusal(error: unknown) {
  const { statusCode, error: problem } = problemOf(error as FastifyError, '')
  return statusCode < 500 ? new StartupError(problem, { cause: error }) : error
}

/**
 * Asks for a new password twice at the terminal, without showing it.
 * @throws StartupError when there is no terminal, the two differ, or the asking is broken off
 */
async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new StartupError('There is no terminal to ask for the password: set CREATE_USER_PASSWORD.')
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true, historySize: 0 })
  const brokenOff = new AbortController()
  terminal.once('close', () => brokenOff.abort())
  const ask = (question: string) => {
    process.stderr.write(question)
    return terminal.question('', { signal: brokenOff.signal }).finally(() => console.error())
  }
  try {
    const password = await ask('Password: ')
    const again = await ask('The same again: ')
    if (password !== again) throw new StartupError('The two passwords differ; no user was created.')
    return password
  } catch (error) {
    if (brokenOff.signal.aborted) throw new StartupError('Cancelled; no user was created.')
    throw error
  } finally {
    terminal.close()
  }
}

await runCommand(async () => {
  console.log(
    await createUser().catch((error) => {
      throw error instanceof StartupError ? error : refusal(error)
    }),
  )
})
