import { chmod, chown, mkdir, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { canEnter } from '../../src/embedded-postgres/server-folder.ts'
import { copyCheckout } from './checkout.ts'
import { startService } from './service-process.ts'
import { postmasterOf, query, startServer, throwAwayFolder } from './throw-away.ts'

const nobody = { uid: 65534, gid: 65534 }
const here = fileURLToPath(new URL('../..', import.meta.url))
const isRoot = process.getuid?.() === 0
const root = { skip: !isRoot && 'needs root' }
const rootInOpenCheckout = {
  skip: !(isRoot && (await canEnter(nobody, here))) && 'needs root and an open checkout',
}

t.test('started by root, the server runs as another user, and so it does next time', root, async (t) => {
  const dataDir = await throwAwayFolder(t)
  for (const _ of ['made', 'found']) {
    const server = await startServer(dataDir)
    t.not(await userOf(await postmasterOf(dataDir)), 0)
    await server.stop()
  }
})

t.test('a normal user', rootInOpenCheckout, async (t) => {
  const dataDir = await throwAwayFolder(t)
  await chown(dataDir, nobody.uid, nobody.gid)

  t.test('has a server of their own', async (t) => {
    const service = await startService(t, { dataDir }, nobody)
    t.equal(await userOf(await postmasterOf(dataDir)), nobody.uid)
    await query(service.connectionString, 'create table kept as select 42 as value')
    await service.stop()
  })

  t.test('shares it with root', async (t) => {
    const server = await startServer(dataDir)
    t.equal(await userOf(await postmasterOf(dataDir)), nobody.uid)
    t.same(await query(server.connectionString, 'select value from kept'), [{ value: 42 }])
    const service = await startService(t, { dataDir }, nobody)
    t.equal(service.connectionString, server.connectionString)
    await server.stop()
    await service.stop()
  })
})

t.test('a checkout below a folder that only root can enter', root, async (t) => {
  const outside = await throwAwayFolder(t, tmpdir())
  const sharedFolder = join(outside, 'shared')
  const home = join(outside, 'home')
  await mkdir(home)
  await chmod(home, 0o700)
  const checkout = await copyCheckout(join(home, 'checkout'))
  const dataDir = join(checkout, '.data')
  const start = () => startService(t, { dataDir, sharedFolder }, { checkout })

  t.test('has its server where the server can enter, and a link that leads there', async (t) => {
    const service = await start()
    const [row] = await query(service.connectionString, `select current_setting('data_directory') as data`)
    t.equal(row?.data, await realpath(join(dataDir, 'postgres/data')))
    t.match(row?.data, sharedFolder)
    await query(service.connectionString, 'create table kept as select 42 as value')
    await service.stop()
  })

  t.test('finds its data again, and copies the programs once', async (t) => {
    const service = await start()
    t.same(await query(service.connectionString, 'select value from kept'), [{ value: 42 }])
    await service.stop()
    const copies = (await readdir(sharedFolder)).filter((name) => name.startsWith('postgres-'))
    t.equal(copies.length, 1, copies.join())
  })

  t.test('does not share its data with another checkout', async (t) => {
    const other = await startService(t, { dataDir: join(home, 'other/.data'), sharedFolder }, { checkout })
    await t.rejects(query(other.connectionString, 'select value from kept'), { code: '42P01' })
    await other.stop()
  })

  t.test('begins anew when its data folder is deleted', async (t) => {
    const deleted = join(home, 'deleted/.data')
    const first = await startService(t, { dataDir: deleted, sharedFolder }, { checkout })
    await query(first.connectionString, 'create table kept as select 1 as value')
    await first.stop()
    await rm(deleted, { recursive: true })
    const second = await startService(t, { dataDir: deleted, sharedFolder }, { checkout })
    await t.rejects(query(second.connectionString, 'select value from kept'), { code: '42P01' })
    await second.stop()
  })

  t.test('finds its data after a move', async (t) => {
    const moved = join(home, 'moved')
    await rename(checkout, moved)
    const options = { dataDir: join(moved, '.data'), sharedFolder }
    const service = await startService(t, options, { checkout: moved })
    t.same(await query(service.connectionString, 'select value from kept'), [{ value: 42 }])
    await service.stop()
  })
})

async function userOf(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid
}
