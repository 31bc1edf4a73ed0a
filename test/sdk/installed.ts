import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import root from 'tap'
import { connect } from '../setup/template.ts'

const run = promisify(execFile)
const SDK = resolve(import.meta.dirname, '../../src/sdk')

const LOCK = 4_300_120

let installation: ReturnType<typeof install> | undefined

/**
 * The SDK as its users have it: packed, and installed into an empty folder without network; once for all files of a
 * room. `sdk` is the module, `files` what is in the package.
 */
export function installed() {
  installation ??= install()
  return installation
}

async function install() {
  const folder = await mkdtemp(join(tmpdir(), 'sos-sdk-'))
  root.teardown(() => rm(folder, { recursive: true, force: true }))
  const env = { ...process.env, NODE_OPTIONS: '' }
  const packed = await alone(() =>
    run('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: SDK,
      env,
      maxBuffer: 64 * 1024 * 1024,
    }),
  )
  const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[')))
  await writeFile(join(folder, 'package.json'), '{"type":"module","private":true}')
  await run('npm', ['install', `./${filename}`, '--offline', '--no-audit', '--no-fund'], { cwd: folder, env })
  const module = join(folder, 'node_modules/seller-operating-score-sdk/dist/index.js')
  return {
    folder,
    files: (files as { path: string }[]).map(({ path }) => path),
    // biome-ignore lint/suspicious/noExplicitAny: its types are tested by the compiler, in the folder
    sdk: (await import(pathToFileURL(module).href)) as any,
  }
}

/** Packing builds in the folder of the SDK, which all processes of the tests share: one at a time does. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const { server, admin } = await connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK])
    return await work()
  } finally {
    await admin.end()
    await server.stop()
  }
}
