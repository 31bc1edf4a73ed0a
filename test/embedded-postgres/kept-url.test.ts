import { access, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { startService } from './service-process.ts'
import { query, startServer, throwAwayFolder } from './throw-away.ts'

const urlFile = (dataDir: string) => join(dataDir, 'postgres-url')
const isGone = (file: string) =>
  access(file).then(
    () => false,
    () => true,
  )

t.test(
  'while a server runs, a file of its data folder says how it is reached, to its user alone',
  async (t) => {
    const dataDir = await throwAwayFolder(t)
    const server = await startServer(dataDir)
    const kept = (await readFile(urlFile(dataDir), 'utf8')).trim()
    t.equal(kept, server.connectionString)
    t.same(await query(kept, 'select 1 as one'), [{ one: 1 }])
    t.equal((await stat(urlFile(dataDir))).mode & 0o777, 0o600)

    const other = await startServer(dataDir)
    await server.stop()
    t.equal((await readFile(urlFile(dataDir), 'utf8')).trim(), kept, 'it stays while another uses the server')
    await other.stop()
    t.same(
      (await readdir(dataDir)).filter((name) => name.startsWith('postgres-url')),
      [],
      'and goes with the server',
    )
  },
)

t.test('after a process that was killed the file goes with the next that ends the server', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const service = await startService(t, { dataDir })
  await service.kill()
  t.notOk(await isGone(urlFile(dataDir)))
  await (await startServer(dataDir)).stop()
  t.ok(await isGone(urlFile(dataDir)))
})
