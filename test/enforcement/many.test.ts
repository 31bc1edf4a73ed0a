import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import { readCursor, writeCursor } from '../../src/domain/events/places.ts'
import { testApp } from '../setup/app.ts'
import { eventually } from '../setup/eventually.ts'

const { app, call, done, user } = await testApp(t, { WORKER: 'on' })
const seller = async (seller_code: string, more = {}): Promise<number> =>
  (await done('bod', 'POST', '/api/sellers', { seller_code, company_name: 'Acme', ...more })).id
const surcharge = async (seller_code: string, surcharge_type: string, period = '2026-01'): Promise<number> =>
  (await done('bod', 'POST', '/api/surcharges', { seller_code, period, surcharge_type, amount: 10.5 })).id
const ask = async (query = '', role: Parameters<typeof call>[0] = 'system') =>
  (await call(role, 'GET', `/api/sos/enforcement${query}`)).body
/**
 * The same once all transactions are over that have begun before, in any database of the server: other tests have
 * theirs, and a cursor goes back to the oldest one, so that what came since may be told twice.
 */
async function askInQuiet(query = '') {
  const { now } = await app.db.one<{ now: string }>('select pg_current_xact_id()::text as now')
  await eventually(async () => {
    const row = await app.db.one<{ over: boolean }>('select transaction_horizon() > $1::xid8 as over', [now])
    return row.over
  })
  return ask(query)
}
const codesOf = ({ data }: { data: { seller_code: string }[] }) => data.map((row) => row.seller_code)
const one = async (code: string) => (await call('system', 'GET', `/api/sos/sellers/${code}/enforcement`)).body

const own = { assigned_am_id: user.am.am_id, primary_warehouse_id: user.warehouse.warehouse_id }
await seller('A-free')
await seller('B-blocked', own)
await seller('C-charged')
await seller('D-gone', { status: 'terminated' })
await surcharge('B-blocked', 'payment_block')
await surcharge('B-blocked', 'planning_overload', '2026-02')
await surcharge('C-charged', 'aging_storage_multiplier')

t.test('each row is what the question about one seller answers', async (t) => {
  const { data, ...rest } = await ask()
  t.same(data, await Promise.all(['B-blocked', 'C-charged', 'D-gone'].map(one)))
  t.same(Object.keys(rest), ['next'])
})

t.test('sellers can’t be named', async (t) => {
  t.match(await call('system', 'GET', '/api/sos/enforcement?seller_codes=A-free'), { status: 400 })
})

t.test(
  'the first question answers all that are blocked or have surcharges; the next what changed',
  async (t) => {
    const first = await askInQuiet()
    t.same(codesOf(first), ['B-blocked', 'C-charged', 'D-gone'])
    const quiet = await askInQuiet(`?changed_since=${first.next}`)
    t.same(codesOf(quiet), [])

    const waived = await surcharge('A-free', 'planning_overload')
    const changed = await askInQuiet(`?changed_since=${quiet.next}`)
    t.same(changed.data, [await one('A-free')])
    t.same(codesOf(await ask(`?changed_since=${first.next}`)), ['A-free'], 'an older cursor works too')

    await done('bod', 'PATCH', `/api/surcharges/${waived}`, { status: 'waived' })
    await done('bod', 'PATCH', '/api/sellers/D-gone', { status: 'active' })
    await done('bod', 'PATCH', '/api/sellers/C-charged', { company_name: 'Renamed' })
    await seller('E-born', { status: 'suspended' })
    await seller('F-born')
    const freed = await askInQuiet(`?changed_since=${changed.next}`)
    t.same(
      freed.data.map((row: { seller_code: string; is_blocked: boolean }) => [
        row.seller_code,
        row.is_blocked,
      ]),
      [
        ['A-free', false],
        ['D-gone', false],
        ['E-born', true],
      ],
    )
  },
)

t.test('a push of the sellers feed counts as any change', async (t) => {
  const { next } = await askInQuiet()
  await done('bod', 'POST', '/api/sync/sellers', {
    records: [{ seller_code: 'F-born', status: 'suspended' }],
  })
  t.same(codesOf(await ask(`?changed_since=${next}`)), ['F-born'])
})

t.test('a copy stays right when a seller gets another code, moves or is deleted', async (t) => {
  type Row = { seller_code: string }
  const by = ({ data }: { data: Row[] }) => new Map(data.map((row) => [row.seller_code, row] as const))
  const roles = ['system', 'am', 'warehouse'] as const
  const copies = await Promise.all(
    roles.map(async (role) => {
      const first = await ask('', role)
      return { role, kept: by(first), next: first.next }
    }),
  )
  /** Each copy goes on, and holds then what the whole answer has. */
  const follow = async (what: string) => {
    for (const copy of copies) {
      const { data, next, warnings } = await ask(`?changed_since=${copy.next}`, copy.role)
      for (const row of data) copy.kept.set(row.seller_code, row)
      copy.next = next
      t.notOk(warnings)
      const held = [...copy.kept.values()].filter(
        (row) => !isDeepStrictEqual(row, { ...row, is_blocked: false, active_surcharges: [] }),
      )
      t.same(by({ data: held }), by(await ask('', copy.role)), `${what}: ${copy.role}`)
    }
  }
  const patch = (code: string, body: object) => done('bod', 'PATCH', `/api/sellers/${code}`, body)
  const other = (await done('bod', 'POST', '/api/sellers/am/create', { name: 'Other' })).id
  await follow('nothing')
  await patch('B-blocked', { seller_code: 'B-new' })
  const { data, warnings } = await ask(`?changed_since=${copies[0]?.next}`, 'system')
  const left = data.find((row: Row) => row.seller_code === 'B-blocked')
  t.same(left, { seller_code: 'B-blocked', is_blocked: false, active_surcharges: [] })
  t.notOk(warnings, 'its row says enough')
  await follow('another code')
  await patch('B-new', { seller_code: 'B-newer' })
  await seller('B-new')
  await follow('the code is that of another')
  await patch('B-newer', { assigned_am_id: other })
  await follow('out of a portfolio')
  await patch('B-newer', { assigned_am_id: user.am.am_id, primary_warehouse_id: null })
  await follow('back into it, out of a warehouse')
  await patch('B-newer', { primary_warehouse_id: user.warehouse.warehouse_id })
  await follow('back into both')
  await seller('G-gone', { status: 'suspended', ...own })
  await follow('one more')
  await done('bod', 'DELETE', '/api/sellers/G-gone')
  await follow('deleted')
  await patch('B-newer', { seller_code: 'B-blocked' })
})

t.test('a change that commits late is not missed', async (t) => {
  let commit = () => {}
  let written = () => {}
  const isWritten = new Promise<void>((resolve) => (written = resolve))
  const late = app.db.transaction(async (tx) => {
    await tx.run`update sellers set status = 'suspended' where seller_code = 'A-free'`
    written()
    await new Promise<void>((resolve) => (commit = resolve))
  })
  await isWritten
  await done('bod', 'PATCH', '/api/sellers/C-charged', { status: 'suspended' })
  const before = await ask()
  t.notOk(codesOf(before).includes('A-free'))
  commit()
  await late
  const after = await ask(`?changed_since=${before.next}`)
  t.ok(codesOf(after).includes('A-free'), `${codesOf(after)}`)
})

t.test('a cursor of another server counts as none, and a text that is none is a 400', async (t) => {
  const whole = await ask()
  const place = readCursor('changed_since', whole.next)
  for (const other of [
    { ...place, server: 'other' },
    { ...place, xact: '999999999999' },
  ]) {
    const anew = await ask(`?changed_since=${writeCursor(other)}`)
    t.same(codesOf(anew), codesOf(whole))
    t.match(anew.warnings, [/: begin anew\.$/])
  }
  t.match(await call('system', 'GET', '/api/sos/enforcement?changed_since=yesterday'), {
    status: 400,
    body: { error: /^changed_since must be the `next` of an earlier answer/ },
  })
})

t.test('everybody sees what they see of one seller', async (t) => {
  for (const role of ['am', 'warehouse'] as const) {
    t.same(codesOf(await ask('', role)), ['B-blocked'], role)
  }
  t.same(codesOf(await ask('', 'seller')), [])
})
