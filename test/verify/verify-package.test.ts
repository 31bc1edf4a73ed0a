import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { formatVerifierKey } from '../../src/transparency/log/note.ts'
import { engineHere } from '../../src/verify/engine.ts'
import { aScore, certify, signer } from '../transparency/a-certificate.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const env = { ...process.env, NODE_OPTIONS: '' }
const KEY = formatVerifierKey(signer.key)
const [certificate] = certify([aScore({ statement: { engine: engineHere() } })])

const folder = await mkdtemp(join(tmpdir(), 'sos-verify-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], {
  cwd: join(root, 'src/verify'),
  env,
})
const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[')))
await writeFile(join(folder, 'package.json'), '{"type":"module","private":true}')
await run('npm', ['install', `./${filename}`, '--offline', '--no-audit', '--no-fund'], { cwd: folder, env })
const installed = join(folder, 'node_modules/seller-operating-score-verify')

t.test('the package holds its build and a page that explains it, and needs no other', async (t) => {
  const names = (files as { path: string }[]).map(({ path }) => path)
  t.same(names.filter((name) => !name.startsWith('dist/')).sort(), ['README.md', 'package.json'])
  const { dependencies, peerDependencies, bin } = JSON.parse(
    await readFile(join(installed, 'package.json'), 'utf8'),
  )
  t.same([dependencies, peerDependencies], [undefined, undefined])
  t.same(Object.keys(bin), ['seller-operating-score-verify'])
})

t.test('its program verifies a certificate where nothing else is', async (t) => {
  await writeFile(join(folder, 'certificate.json'), JSON.stringify(certificate))
  const program = join(folder, 'node_modules/.bin/seller-operating-score-verify')
  const { stdout } = await run(program, ['certificate.json', '--key', KEY], { cwd: folder, env })
  t.match(stdout, /ok {4}recomputed {2}The rules and inputs give the total 72\.93/)
  t.match(stdout, /ok {4}engine /, 'the engine of the build is that of its source')
  t.match(stdout, /The certificate holds\.\n$/)
  const other = { ...certificate, explanation: certificate?.explanation.replace('72', '73') }
  await writeFile(join(folder, 'changed.json'), JSON.stringify(other))
  await t.rejects(run(program, ['changed.json', '--key', KEY], { cwd: folder, env }), { code: 1 })
})

t.test('its library does the same, with types that need no other package', async (t) => {
  const { verifier, engine } = await import(pathToFileURL(join(installed, 'dist/index.js')).href)
  t.equal(engine, engineHere())
  t.equal(verifier([KEY])(certificate).valid, true)
  t.throws(() => verifier([KEY])({}), /format must be a text/)
  await writeFile(
    join(folder, 'program.ts'),
    `import { type Certificate, parseCertificate, verifier, type Verified } from 'seller-operating-score-verify'
const certificate: Certificate = parseCertificate('{}')
const { checks, statement }: Verified = verifier(['key'])(certificate)
export const total: number | undefined = statement?.total_sos
export const oks: (boolean | null)[] = checks.map(({ ok }) => ok)
// @ts-expect-error a statement has no such field
statement?.total
`,
  )
  await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types')).catch(() => {})
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'node16', '--skipLibCheck', 'false']
  const said = await run(process.execPath, [tsc, ...args, '--types', 'node', 'program.ts'], {
    cwd: folder,
  }).then(
    () => '',
    ({ stdout }) => stdout,
  )
  t.equal(said, '')
})
