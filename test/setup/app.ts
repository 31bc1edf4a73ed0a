import type { InjectOptions, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { buildApp, PLATFORM } from '../../src/app.ts'
import { type Env, readEnv } from '../../src/env.ts'
import type { Feed } from '../../src/feeds/feed.ts'
import { ROLES, type Role } from '../../src/platform/access/roles.ts'
import { createTestDatabase } from './database.ts'

type Test = Parameters<typeof createTestDatabase>[0]

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the service, with what its callers must hold. */
    routeTable(): { method: string; url: string; config?: FastifyContextConfig }[]
  }
}

/** Notes every route of a service that a test builds. */
const routeTable = fp(async (app) => {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void (route.method !== 'HEAD' && routes.push(route)))
  /** `/:id(^\\d+$)` → `/:id`, as the document has it. */
  const withoutExpressions = (url: string) => url.replace(/\(.*\)/, '')
  app.decorate('routeTable', () =>
    routes.map(({ method, url, config }) => ({
      method: String(method),
      url: withoutExpressions(url),
      config,
    })),
  )
})
PLATFORM.splice(1, 0, { plugin: routeTable }) // before whatever has routes

/** The settings of every test. */
export const testSettings = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  WEBHOOK_SECRET_KEY: 'a key that only the tests seal with',
}

/** What an answer is looked at for. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  body: any
  headers: Record<string, string>
}

/** A user of the test, one of each role. */
interface TestUser {
  id: number
  role: Role
  am_id: number | null
  warehouse_id: number | null
}

/**
 * The whole service on a database of its own with a real queue, torn down with the test. Jobs are done with WORKER: 'on'.
 * `call(role, method, url, body?, headers?)` asks it as the user of that role; null sends no X-User-Id. `done` does the
 * same, throws unless the answer is 200, and answers its body.
 */
export async function testApp(
  t: Test,
  settings: Partial<Record<keyof Env, string>> = {},
  feeds?: readonly Feed[],
) {
  const DATABASE_URL = settings.DATABASE_URL ?? (await createTestDatabase(t))
  const app = await buildApp(
    readEnv({ ...testSettings, WORKER: 'off', DATABASE_URL, ...settings }),
    undefined,
    feeds,
  )
  t.teardown(() => app.close())
  // No job comes by itself, at whatever hour a test runs: a schedule waits for a 29 February.
  await app.db.rows(`update ${app.db.queueSchema}.schedule set cron = '0 0 29 2 *'`)
  const user = settings.DATABASE_URL ? await knownUsers() : await makeUsers()

  async function makeUsers() {
    const warehouse = await app.db.prisma.warehouse.create({
      data: { code: 'WH-TEST', name: 'Test warehouse' },
    })
    const am = await app.db.prisma.account_manager.create({
      data: { name: 'Test AM', email: 'am@example.com' },
    })
    await app.db.prisma.user.createMany({
      data: ROLES.map((role) => ({
        username: role,
        email: `${role}@example.com`,
        full_name: `Test ${role}`,
        role,
        am_id: role === 'am' ? am.id : null,
        warehouse_id: role === 'warehouse' ? warehouse.id : null,
        is_seeded: true,
      })),
    })
    return knownUsers()
  }

  async function knownUsers() {
    const rows = await app.db.rows<TestUser>(
      'select distinct on (role) id, role, am_id, warehouse_id from users order by role, id',
    )
    return Object.fromEntries(rows.map((row) => [row.role, row])) as Record<Role, TestUser>
  }

  async function call(
    role: Role | null,
    method: InjectOptions['method'],
    url: string,
    body?: InjectOptions['payload'],
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const identity = role ? { 'x-user-id': String(user[role].id) } : {}
    const response = await app.inject({ method, url, payload: body, headers: { ...identity, ...headers } })
    const json = String(response.headers['content-type']).includes('application/json')
    return {
      status: response.statusCode,
      body: json && response.body !== '' ? response.json() : response.body,
      headers: response.headers as Record<string, string>,
    }
  }

  async function done(...asked: Parameters<typeof call>) {
    const { status, body } = await call(...asked)
    if (status !== 200) throw new Error(`${asked[1]} ${asked[2]} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  return { app, call, done, user, DATABASE_URL }
}
