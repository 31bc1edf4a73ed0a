import { execFile } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { installed } from './installed.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const { folder, files } = await installed()

t.test('the package holds its build, and needs no other', async (t) => {
  t.ok(files.includes('dist/index.js') && files.includes('dist/index.d.ts'))
  t.same(
    files.filter((file) => !file.startsWith('dist/')),
    ['package.json'],
  )
  const text = await readFile(join(folder, 'node_modules/seller-operating-score-sdk/package.json'), 'utf8')
  const { dependencies, peerDependencies } = JSON.parse(text)
  t.same([dependencies, peerDependencies], [undefined, undefined])
})

const PROGRAM = `
import { type Event, follow, push, type Seller, SellerOperatingScore, SosError } from 'seller-operating-score-sdk'

export const sos = new SellerOperatingScore({ baseUrl: 'http://127.0.0.1:3000', userId: 1, apiKey: 'sos_x' })
new SellerOperatingScore({ baseUrl: '', userId: 1, accessToken: async () => 'x' })
const one = { path: { seller_code: 'S-1' } }

export async function use(): Promise<(string | number)[]> {
  const signal = AbortSignal.timeout(1)
  const { total_sos, tier } = await sos.GET('/api/sos/sellers/{seller_code}/score', { params: one, signal })
  const { id } = await sos.POST('/api/sellers', { body: { seller_code: 'S-2', company_name: 'Two' } })
  const params = { path: { id: 'S-2' }, header: { 'If-Match': '"1"' } }
  await sos.PATCH('/api/sellers/{id}', { params, body: { company_name: 'Three' } })
  const active = { params: { query: { status: 'active', page: 2 } } } as const
  const sellers: Seller[] = (await sos.GET('/api/sellers', active)).data
  const { rejected } = await push(sos, 'orders', [
    { order_code: 'O-1', seller_code: 'S-1', ordered_at: '2026-11-01' },
    { order_code: 'O-2', seller_code: 'S-1', deleted: true },
  ])
  await push(sos, 'orders', [{ no: 1 }], { mapping: 'our-oms' })
  for await (const event of follow(sos, { save: () => {}, type: 'seller.tier_changed' }))
    console.log(event.data.tier.name)
  const event = JSON.parse('{}') as Event
  if (event.type === 'appeal.decided') console.log(event.data.seller_code)
  return [total_sos, tier.name, id, sellers.length, rejected, new SosError({ message: '', code: 'no_answer' }).status]
}

export async function misuse() {
  // @ts-expect-error it is seller_not_found
  console.log(new SosError({ message: '', code: 'no_answer' }).code === 'sellers_not_found')
  // @ts-expect-error there is no such path
  await sos.GET('/api/seller')
  // @ts-expect-error a score is read, not deleted
  await sos.DELETE('/api/sos/sellers/{seller_code}/score', { params: one })
  // @ts-expect-error it is seller_code
  await sos.GET('/api/sos/sellers/{seller_code}/score', { params: { path: { sellercode: 'S-1' } } })
  // @ts-expect-error no list has such a filter
  await sos.GET('/api/sellers', { params: { query: { nonsense: 1 } } })
  // @ts-expect-error a seller has a company_name
  await sos.POST('/api/sellers', { body: { seller_code: 'S-2' } })
  // @ts-expect-error a seller is created of a body
  await sos.POST('/api/sellers')
  // @ts-expect-error an order has no such field
  await push(sos, 'orders', [{ order_code: 'O-1', seller_code: 'S-1', ordered_at: '', nonsense: 1 }])
  // @ts-expect-error there is no such feed
  await push(sos, 'nonsense', [])
  // @ts-expect-error somebody must call
  new SellerOperatingScore({ baseUrl: '' })
}
`

t.test('its types hold, and refuse what is wrong, as bundlers and as Node.js resolve them', async (t) => {
  await symlink(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types')).catch(() => {})
  await writeFile(join(folder, 'program.ts'), PROGRAM)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const common = ['--noEmit', '--strict', '--target', 'es2022', '--skipLibCheck', 'false', 'program.ts']
  const ways = [
    ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', '--typeRoots', 'none'],
    ['--module', 'node16', '--moduleResolution', 'node16', '--lib', 'es2022', '--types', 'node'],
  ]
  const said = await Promise.all(
    ways.map((way) =>
      run(process.execPath, [tsc, ...common, ...way], { cwd: folder }).then(
        () => '',
        ({ stdout }) => stdout,
      ),
    ),
  )
  t.same(said, ['', ''])
})

t.test('an editor shows what an operation, a parameter and a field of an answer mean', async (t) => {
  const dist = join(folder, 'node_modules/seller-operating-score-sdk/dist')
  const types = await readFile(join(dist, 'generated/schema.d.ts'), 'utf8')
  t.match(types, /\/\*\*\n +\* [^\n]+[\s\S]{0,1500} post: operations\["calculateScores"\]/)
  t.match(types, 'The component that loses the most points')
  t.match(await readFile(join(dist, 'client.d.ts'), 'utf8'), '@example')
})
