import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { createTestDatabase } from '../setup/database.ts'
import { eventually } from '../setup/eventually.ts'
import { freePort } from '../setup/service.ts'
import { offline, PRISMA } from './commands.ts'

t.test('prisma studio shows the database of the service, without the schema engine', async (t) => {
  const port = await freePort()
  const DATABASE_URL = await createTestDatabase(t)
  const env = offline({ DATABASE_URL })
  const args = [PRISMA, 'studio', '--browser', 'none', '--port', String(port)]
  const studio = spawn(process.execPath, args, { env, stdio: 'ignore' })
  t.teardown(async () => {
    const ended = once(studio, 'close')
    studio.kill()
    await ended
  })
  const query = { sql: 'select current_database() as name', parameters: [] }
  const ask = () =>
    fetch(`http://127.0.0.1:${port}/bff`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ procedure: 'query', query }),
    })
  await eventually(async () => (await ask()).ok)
  const name = new URL(DATABASE_URL).pathname.slice(1)
  t.same(await (await ask()).json(), [null, [{ name }]])
})
