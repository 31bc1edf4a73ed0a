import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { periodOf, shiftPeriod } from '../../src/domain/business-time.ts'
import { createTestDatabase } from '../setup/database.ts'
import { someOf } from '../setup/form.ts'
import { freePort, startService } from '../setup/service.ts'
import { asker, until, type Who } from './over-http.ts'

// A month of an operator from an empty database on, with the real process, in both ways of saying who calls.

const PASSWORD = 'five boxes on a blue cart'
const MONTH = shiftPeriod(periodOf(new Date(), 'UTC'), -1)
const MODES = {
  verified: {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    JWT_SECRET: 'a secret that only this test signs with',
    WEBHOOK_SECRET_KEY: 'a key that only this test encrypts with',
  },
  demo: {},
}

/** Makes the first account, as the README says. */
const createUser = (settings: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    ['src/create-user.ts', '--username', 'root', '--role', 'bod', '--email', 'root@example.com'],
    {
      cwd: resolve(import.meta.dirname, '../..'),
      env: { PATH: process.env.PATH, HOME: process.env.HOME, CREATE_USER_PASSWORD: PASSWORD, ...settings },
    },
  )

for (const [mode, secrets] of someOf(Object.entries(MODES), 1))
  t.test(`in ${mode} mode`, async (t) => {
    const DATABASE_URL = await createTestDatabase(t)
    const settings = { DATABASE_URL, PORT: String(await freePort()), ...secrets }
    await createUser(settings)
    const service = startService(t, settings)
    await service.until('Server listening')
    const { ask, done } = asker(service.url)
    const verified = mode === 'verified'

    /** Logs in, and says how that user calls from then on. */
    async function enter(username: string): Promise<Who> {
      const { user, token } = await done({}, 'POST', '/api/auth/login', { username, password: PASSWORD })
      return { 'x-user-id': String(user.id), ...(verified && { authorization: `Bearer ${token}` }) }
    }
    const who: Record<string, Who> = {}
    const entered = (name: string) => who[name] as Who
    const status = async (name: string, method: string, path: string, body?: object) =>
      (await ask(entered(name), method, path, body)).status

    await t.test('the first account makes a warehouse, people and a key for a machine', async (t) => {
      const root = await enter('root')
      who.root = root
      const { id: warehouse_id } = await done(root, 'POST', '/api/warehouses', { code: 'N', name: 'North' })
      for (const role of ['ops_head', 'warehouse', 'viewer', 'system']) {
        const account = {
          username: role,
          full_name: role,
          role,
          email: `${role}@example.com`,
          password: PASSWORD,
        }
        const place = role === 'warehouse' ? { warehouse_id } : {}
        const { id } = await done(root, 'POST', '/api/users', { ...account, ...place })
        if (role !== 'system') who[role] = await enter(role)
        else {
          const { key } = await done(root, 'POST', '/api/auth/api-keys', {
            name: 'Upstream',
            user_id: id,
            role,
          })
          t.match(key, /^sos_/)
          who.machine = { 'x-user-id': String(id), ...(verified && { authorization: `Bearer ${key}` }) }
        }
      }
      const me = await ask({ authorization: 'Bearer nonsense' }, 'GET', '/api/auth/me')
      t.equal(me.status, 401)
    })

    await t.test('the machine pushes sellers and a month of orders as lines', async (t) => {
      const lines = (records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')
      const push = (feed: string, records: object[]) =>
        done(
          { ...entered('machine'), 'content-type': 'application/x-ndjson' },
          'POST',
          `/api/sync/${feed}`,
          lines(records),
        )
      const sellers = ['S-1', 'S-2'].map((seller_code, n) => ({
        seller_code,
        company_name: `Company ${seller_code}`,
        contract_start_date: '2020-01-01',
        ...(n === 0 && { primary_warehouse_id: 1 }),
      }))
      t.match(await push('sellers', sellers), { created: 2, rejected: 0 })
      const orders = sellers.flatMap(({ seller_code }) =>
        Array.from({ length: 1000 }, (_, n) => ({
          seller_code,
          order_code: `O-${n}`,
          ordered_at: `${MONTH}-05T08:00:00Z`,
        })),
      )
      t.match(await push('orders', orders), { received: 2000, created: 2000, rejected: 0 })
    })

    await t.test('each does what is theirs, and 403 answers the rest', async (t) => {
      const calculate = ['POST', '/api/sos/monthly/calculate', { period: MONTH }] as const
      for (const name of ['machine', 'warehouse', 'viewer'])
        t.equal(await status(name, ...calculate), 403, name)
      t.equal(await status('ops_head', 'POST', '/api/sync/orders', { records: [] }), 403)
      t.equal(await status('ops_head', 'GET', '/api/users'), 403)

      const { sellers_scored } = await done(entered('ops_head'), ...calculate)
      t.equal(sellers_scored, 2)
      t.equal(await status('viewer', 'GET', '/api/sos/sellers/S-1/score/explanation'), 200)
      t.equal(await status('viewer', 'POST', '/api/sos/monthly/finalize', { period: MONTH }), 403)
      const final = await done(entered('ops_head'), 'POST', '/api/sos/monthly/finalize', { period: MONTH })
      t.match(final, { finalized: 2, already_final: 0 })
      const told = () => done(entered('viewer'), 'GET', '/api/events?type=seller.score_finalized')
      await until(told, ({ data }) => data.length === 2)

      t.equal(await status('warehouse', 'GET', '/api/sos/sellers/S-1/enforcement'), 200)
      t.equal(await status('warehouse', 'GET', '/api/sos/sellers/S-2/enforcement'), 403, 'of no warehouse')
      t.equal(await status('machine', 'GET', '/api/sos/sellers/S-2/enforcement'), 200)
    })

    await t.test(verified ? 'X-User-Id proves nothing alone' : 'X-User-Id is enough', async (t) => {
      const { authorization: token = '', 'x-user-id': id = '' } = entered('ops_head')
      const asked = async (headers: Who) => (await ask(headers, 'GET', '/api/sellers')).status
      t.equal(await asked({}), 401)
      t.equal(await asked({ 'x-user-id': id }), verified ? 401 : 200)
      if (!verified) return
      t.equal(await asked({ 'x-user-id': id, authorization: token }), 200)
      t.equal(await asked({ authorization: token }), 401)
      t.equal(await asked({ 'x-user-id': id, authorization: `${token}x` }), 401)
      t.equal(await asked({ ...entered('viewer'), authorization: token }), 401, 'the token of another user')
      t.equal(await asked({ ...entered('ops_head'), 'x-user-id': entered('root')['x-user-id'] ?? '' }), 401)

      const { data } = await done(entered('root'), 'GET', '/api/auth/api-keys')
      t.equal(await asked(entered('machine')), 200)
      await done(entered('root'), 'DELETE', `/api/auth/api-keys/${data[0].id}`)
      t.equal(await asked(entered('machine')), 401, 'a revoked key')
      const wrong = { username: 'root', password: 'wrong' }
      t.equal((await ask({}, 'POST', '/api/auth/login', wrong)).status, 401)
    })

    await t.test('the process stops when it is told to', async (t) => {
      service.child.kill('SIGTERM')
      t.match(await service.ended, { status: 0 })
    })
  })
