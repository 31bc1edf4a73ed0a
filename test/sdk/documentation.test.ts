import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { periodOf } from '../../src/domain/business-time.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'
import { commandsOf, paste } from '../setup/page-commands.ts'
import { startService } from '../setup/service.ts'
import { installed } from './installed.ts'

const root = resolve(import.meta.dirname, '../..')
const MONTH = periodOf(new Date(), 'UTC')

const { folder: installation } = await installed()
const { app, call } = await testApp(t, { WORKER: 'on' })
const url = await app.listen({ host: '127.0.0.1', port: 0 })
await call('bod', 'POST', '/api/sellers', { seller_code: 'S-1018', company_name: 'One of the demo' })
const ordered_at = `${MONTH}-01T00:00:00Z`
const order = { seller_code: 'S-1018', ordered_at }
const records = Array.from({ length: 40 }, (_, n) => ({ ...order, order_code: `O-${n}` }))
await call('bod', 'POST', '/api/sync/orders', { records })
await call('bod', 'POST', '/api/sos/monthly/calculate', { period: MONTH })

const folder = join(installation, 'examples')
const examples = await writeExamples()

/** Every example of the page, kept under the name in its first line, for the service of the test. */
async function writeExamples() {
  const page = await readFile(join(root, 'docs/sdk.md'), 'utf8')
  const found = [...page.matchAll(/```ts\n\/\/ ([\w-]+\.ts)\n([\s\S]*?)```/g)]
  await mkdir(folder, { recursive: true })
  for (const [, name = '', text = ''] of found)
    await writeFile(join(folder, name), text.replaceAll('http://127.0.0.1:3000', url))
  t.equal(found.length, page.split('```ts').length - 1, 'every example has a name')
  return found.map(([, name]) => name as string)
}

const start = (t: Test, name: string) =>
  startService(t, {}, `--disable-warning=ExperimentalWarning ${name}`, folder)

t.test('the commands that install it, as pasted, put it into a program', async (t) => {
  const checkout = join(t.testdir({ checkout: { src: { sdk: {} } } }), 'checkout')
  const npm = `npm() {
    if [ "$1" = pack ]; then cp ${installation}/*.tgz "$3"; else command npm "$@" --offline --no-audit; fi
  }`
  const [pack = '', install = ''] = await commandsOf('docs/sdk.md')
  const printed = await paste([npm, `cd ${checkout}`, pack, install, 'npm ls; cat package.json'])
  t.match(printed, / seller-operating-score-sdk@\d/)
  t.match(printed, '"type": "module"')
})

t.test('the compiler takes every example', async (t) => {
  const options = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022', '--strict', '--noEmit']
  const more = ['--allowImportingTsExtensions', '--skipLibCheck', '--types', 'node']
  const types = ['--typeRoots', join(root, 'node_modules/@types')]
  const compiler = [join(root, 'node_modules/typescript/bin/tsc'), ...options, ...more, ...types, ...examples]
  const said = await promisify(execFile)(process.execPath, compiler, { cwd: folder }).catch((error) => error)
  t.equal(said.stdout, '')
})

/** What the examples print that end by themselves; each prints the score of sos.ts first. */
const PRINTED: Record<string, RegExp> = {
  'sos.ts': /^[\d.]+ \w+\n$/,
  'identities.ts': /^$/,
  'errors.ts': /404 seller_not_found undefined There is no seller/,
  'pages.ts': /S-1018 One of the demo\n[\s\S]*seller_code[\s\S]*S-1018,/,
  'push.ts': /5000 sent\n10000 sent\n12000 sent\n12000 created, 0 rejected\n$/,
}

t.test('every example that ends does what it says', async (t) => {
  for (const [name, expected] of Object.entries(PRINTED)) {
    const { status, printed } = await start(t, name).ended
    t.equal(status, 0, name)
    t.match(printed, expected, name)
  }
  t.same(
    examples.filter((name) => !PRINTED[name]),
    ['follow.ts'],
  )
})

t.test('the example that follows prints what becomes final, and goes on from its place', async (t) => {
  const [{ id }] = (await call('bod', 'GET', '/api/sos/monthly?seller_code=S-1018')).body.data
  const early = { accept: ['month_not_over'], notes: 'The shop closes today' }
  t.equal((await call('bod', 'PATCH', `/api/sos/monthly/${id}/finalize`, early)).status, 200)
  const following = start(t, 'follow.ts')
  await following.until(`S-1018 ${MONTH} `)
  t.match(following.printed(), new RegExp(`S-1018 ${MONTH} \\w+`))
  await eventually(async () => (await readFile(join(folder, 'cursor.txt'), 'utf8')).length > 0)
})
