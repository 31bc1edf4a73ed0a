import { createHash } from 'node:crypto'
import t from 'tap'
import { certifyScores } from '../../plugins/transparency/scores/certify-scores.ts'
import { canonicalJson } from '../../src/scoring/canonical-json.ts'
import { toHex } from '../../src/transparency/bytes.ts'
import { append, hashesRead, leafHash } from '../../src/transparency/log/merkle.ts'
import { leafBytes } from '../../src/transparency/statement.ts'
import { testApp } from '../setup/app.ts'
import { settled } from '../setup/settled.ts'
import { finalMonth, head, leavesCome, leavesOf, MONTH, sellerWithFacts } from './setup.ts'

const ALL_SET = ['"warehouse_id":7}', '"carrier":"DHL"', '"late_fault":"operator"']

/** The columns of a row that are in its line: some only where they are set. */
const columnsOf = <Row extends object>(row: Row, whereSet: string[]) =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => !OF_THE_PUSH.includes(name) && !(whereSet.includes(name) && value === null),
    ),
  ) as Row
const OF_THE_PUSH = ['seller_id', 'observed_at', 'received_at', 'was_on', 'was_last']

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

t.test('final scores get their leaves', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const sellers = [await sellerWithFacts(app), await sellerWithFacts(app), await sellerWithFacts(app)]
  await app.db.run(
    `update orders set warehouse_id = 7, carrier = 'DHL', late_fault = 'operator' where (seller_id, order_code) =
       (select seller_id, order_code from orders where seller_id = $1 order by order_code offset 1 limit 1)`,
    [sellers[1]?.id],
  )
  await finalMonth(call)
  const leaves = await leavesCome(app, 3)

  t.test('one each, in the order of sellers, and the checkpoint is of their tree', async (t) => {
    t.same(
      leaves.map(({ index, seller_id, period, revision }) => [index, seller_id, period, revision]),
      sellers.map(({ id }, index) => [index, id, MONTH, 1]),
    )
    const hashes = leaves.map(({ statement }) => leafHash(leafBytes(statement)))
    t.same(
      leaves.map(({ leaf_hash }) => toHex(leaf_hash)),
      hashes.map(toHex),
    )
    const { size, root, origin } = await head(app)
    t.same([size, origin], [3, 'seller-operating-score'])
    t.equal(toHex(root), toHex(append(0, hashesRead([]), hashes).root))
  })

  t.test('with what was scored, and no name of anybody', async (t) => {
    const [leaf] = leaves
    const stored = await app.db.one<{
      total_sos: number
      tier_name: string
      finalized_at: string
      inputs: string
      explanation: object
      rules: object
      engine: string
      as_of: string
      am_id: number | null
      orders: number
      run_id: number
    }>(
      `select m.am_id, m.orders, m.run_id, m.total_sos, m.tier_name, m.finalized_at, e.inputs, e.explanation, r.rules, r.engine, r.as_of
       from monthly_scores m join score_explanations e using (seller_id, period, revision)
         join scoring_runs r on r.id = e.run_id
       where m.seller_id = $1`,
      [leaf?.seller_id],
    )
    const { facts, ...statement } = JSON.parse(leaf?.statement ?? '')
    t.same(statement, {
      v: 2,
      am_id: stored.am_id,
      orders: stored.orders,
      more: { run_id: sha256(String(stored.run_id)) },
      kind: 'score',
      seller_code: sellers[0]?.seller_code,
      period: MONTH,
      revision: 1,
      total_sos: stored.total_sos,
      tier: stored.tier_name,
      as_of: stored.as_of,
      finalized_at: stored.finalized_at,
      engine: stored.engine,
      input_hash: sha256(stored.inputs),
      rules_sha256: sha256(canonicalJson(stored.rules)),
      explanation_sha256: sha256(canonicalJson(stored.explanation)),
    })
    t.same(Object.keys(facts), ['forecasts', 'inventory', 'orders', 'payments', 'tickets'])
    t.notMatch(leaf?.statement ?? '', 'Seller S-')
  })

  t.test('facts are hashed as docs/proof.md says, so that an export of them gives the same', async (t) => {
    const [leaf] = leaves
    const { facts } = JSON.parse(leaf?.statement ?? '')
    const { id } = sellers[0] ?? { id: 0 }
    const linesOf = (rows: object[]) => rows.map(canonicalJson).join('\n')
    const number = (value: unknown) => (value === null ? null : Number(value))
    const orders = await app.db.prisma.order.findMany({ where: { seller_id: id } })
    const orderLines = orders
      .map((row) => columnsOf(row, ['warehouse_id', 'carrier', 'late_fault']))
      .sort((a, b) => (a.order_code < b.order_code ? -1 : 1))
    t.same(facts.orders, { rows: 3, sha256: sha256(linesOf(JSON.parse(JSON.stringify(orderLines)))) })
    const tickets = await app.db.prisma.ticket.findMany({ where: { seller_id: id } })
    const ticketLines = tickets
      .map((row) => columnsOf(row, ['reply_fault']))
      .sort((a, b) => (a.ticket_code < b.ticket_code ? -1 : 1))
    t.same(facts.tickets, { rows: 2, sha256: sha256(linesOf(JSON.parse(JSON.stringify(ticketLines)))) })
    const invoices = await app.db.rows<
      Record<'amount' | 'paid_amount' | 'credited_amount', unknown> & { invoice_code: string }
    >(
      `select amount, due_on, invoice_code, issued_on, paid_amount, paid_on, credited_amount
       from invoices where seller_id = $1`,
      [id],
    )
    const invoiceLines = invoices
      .map(({ credited_amount, ...row }) => ({
        ...{ ...row, amount: number(row.amount), paid_amount: number(row.paid_amount) },
        ...(credited_amount !== null && { credited_amount: number(credited_amount) }),
      }))
      .sort((a, b) => (a.invoice_code < b.invoice_code ? -1 : 1))
    t.same(facts.payments, { rows: 2, sha256: sha256(linesOf(invoiceLines)) })
    const stock = await app.db.rows<{ sku: string; volume_m3: unknown }>(
      `select is_stranded, quantity, received_on, sku, snapshot_on, volume_m3, warehouse_id
       from inventory_snapshots where seller_id = $1`,
      [id],
    )
    const stockLines = stock
      .map((row) => ({ ...row, volume_m3: number(row.volume_m3) }))
      .sort((a, b) => (a.sku < b.sku ? -1 : 1))
    t.same(facts.inventory, { rows: 2, sha256: sha256(linesOf(stockLines)) })
    t.equal(facts.forecasts.rows, 1)
  })

  t.test('warehouse, carrier and late_fault are in the line of an order where they are set', async (t) => {
    const { facts } = JSON.parse(leaves[1]?.statement ?? '')
    const orders = await app.db.prisma.order.findMany({
      where: { seller_id: sellers[1]?.id ?? 0 },
      orderBy: { order_code: 'asc' },
    })
    const lines = orders.map((row) =>
      canonicalJson(JSON.parse(JSON.stringify(columnsOf(row, ['warehouse_id', 'carrier', 'late_fault'])))),
    )
    t.same(
      lines.map((line) => ALL_SET.every((part) => line.includes(part))),
      [false, true, false],
    )
    t.same(facts.orders, { rows: 3, sha256: sha256(lines.join('\n')) })
  })

  t.test('an instant in their lines is what JSON makes of a date', async (t) => {
    const [first, last] = [Date.UTC(1970, 0), Date.UTC(2999, 11, 31, 23, 59, 59, 999)]
    const between = Array.from({ length: 500 }, () => first + Math.floor(Math.random() * (last - first)))
    const instants = [first, last, ...between].map((ms) => new Date(ms).toISOString())
    const written = await app.db.rows<{ instant: string }>(
      'select log_instant(at) as instant from unnest($1::timestamptz[]) with ordinality as i(at, n) order by n',
      [instants],
    )
    t.same(
      written.map(({ instant }) => instant),
      instants,
    )
  })

  t.test('once: a second job finds nothing to do', async (t) => {
    const before = await head(app)
    t.equal(await certifyScores(app), 0)
    t.equal((await leavesOf(app)).length, 3)
    t.equal((await head(app)).note, before.note)
  })

  t.test('with an event that carries the signed head', async (t) => {
    const { note, size } = await head(app)
    await settled(app)
    const { body } = await call('bod', 'GET', '/api/events?type=transparency.checkpoint')
    t.match(body.data.at(-1), { data: { origin: 'seller-operating-score', size, checkpoint: note } })
  })
})
