import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { createTestDatabase } from '../setup/database.ts'

const DATABASE_URL = await createTestDatabase(t)

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
