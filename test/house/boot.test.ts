import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Fastify, { type FastifyPluginAsync } from 'fastify'
import t from 'tap'
import { bareApp, DOMAINS, PLATFORM } from '../../src/app.ts'
import { readEnv } from '../../src/env.ts'
import { testSettings } from '../setup/app.ts'
import { createTestDatabase } from '../setup/database.ts'

interface Named {
  name: string
  dependencies: string[]
  plugin: FastifyPluginAsync
  options?: object
}

const META = Symbol.for('plugin-meta')
const named = (plugin: unknown, options?: object): Named => {
  const { name, dependencies = [] } = (plugin as Record<symbol, { name: string; dependencies?: string[] }>)[
    META
  ] ?? {
    name: '',
  }
  return { name, dependencies, plugin: plugin as FastifyPluginAsync, options }
}

const platform = PLATFORM.map(({ plugin, options }) => named(plugin, options))
const byName = new Map(platform.map((one) => [one.name, one]))

/** What a plugin needs, in the order in which it needs it: its dependencies, and theirs. */
function needs({ dependencies }: Named, seen = new Set<Named>()): Set<Named> {
  for (const dependency of dependencies) {
    const found = byName.get(dependency)
    if (!found) throw new Error(`${dependency} is no plugin of the platform`)
    needs(found, seen)
    seen.add(found)
  }
  return seen
}

const DATABASE_URL = await createTestDatabase(t)

for (const domain of DOMAINS.map((plugin) => named(plugin)))
  t.test(`${domain.name} boots with nothing but what it names`, async (t) => {
    const app = bareApp(readEnv({ ...testSettings, DATABASE_URL, WORKER: 'off' }))
    t.teardown(() => app.close())
    for (const { plugin, options = {} } of needs(domain)) await app.register(plugin, options)
    await app.register(domain.plugin)
    await t.resolves(async () => void (await app.ready()))
  })

t.test('without what it names a domain does not boot, and says what is missing', async (t) => {
  const sos = DOMAINS.map((plugin) => named(plugin)).find(({ name }) => name === 'sos') as Named
  const app = Fastify()
  t.teardown(() => app.close())
  app.register(sos.plugin)
  await t.rejects(async () => void (await app.ready()), { message: /database/ })
})

t.test('building the service loads nothing that only some requests need', async (t) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL, NODE_ENV: 'test', LOG_LEVEL: 'silent' }
  const program = join(import.meta.dirname, 'loaded.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env })
  const loaded = stdout.trim().split(' ')
  t.ok(['fastify', 'pg', 'pg-boss'].every((name) => loaded.includes(name)))
  for (const name of ['@prisma/client', '@prisma/adapter-pg', 'undici', '@scalar/fastify-api-reference'])
    t.notOk(loaded.includes(name), name)
})
