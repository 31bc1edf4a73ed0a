import { createHash } from 'node:crypto'
import t from 'tap'
import { certifyScores } from '../../plugins/transparency/scores/certify-scores.ts'
import { canonicalJson } from '../../src/scoring/canonical-json.ts'
import { toHex } from '../../src/transparency/bytes.ts'
import { append, hashesRead, leafHash } from '../../src/transparency/log/merkle.ts'
import { leafBytes } from '../../src/transparency/statement.ts'
import { testApp } from '../setup/app.ts'
import { settled } from '../setup/settled.ts'
import { finalMonth, head, leavesCome, leavesOf, MONTH, sellersWithFacts } from './setup.ts'

const ALL_SET = ['"warehouse_id":7}', '"carrier":"DHL"', '"late_fault":"operator"']

const OF_THE_PUSH = ['seller_id', 'observed_at', 'received_at', 'was_on', 'was_last']
const DECIMALS = ['amount', 'paid_amount', 'credited_amount', 'due_amount', 'volume_m3']

/** A row as its line has it, without those of these columns that are not set. */
const lineOf = (row: object, whereSet: string[]) =>
  canonicalJson(
    Object.fromEntries(
      Object.entries(row)
        .filter(
          ([name, value]) => !OF_THE_PUSH.includes(name) && !(whereSet.includes(name) && value === null),
        )
        .map(([name, value]) => [name, DECIMALS.includes(name) && value !== null ? Number(value) : value]),
    ),
  )

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

t.test('final scores get their leaves', async (t) => {
  const { app, call } = await testApp(t, { WORKER: 'on' })
  const sellers = await sellersWithFacts(app, 3)
  await app.db.run(
    `update orders set warehouse_id = 7, carrier = 'DHL', late_fault = 'operator' where (seller_id, order_code) =
       (select seller_id, order_code from orders where seller_id = $1 order by order_code offset 1 limit 1)`,
    [sellers[1]?.id],
  )
  await finalMonth(call)
  const leaves = await leavesCome(app, 3)

  t.test('one each, in the order of sellers, and the checkpoint is of their tree', async (t) => {
    const expected = sellers.map(({ id }, index) => ({ index, seller_id: id, period: MONTH, revision: 1 }))
    t.match(leaves, expected)
    const hashes = leaves.map(({ statement }) => leafHash(leafBytes(statement)))
    for (const [n, { leaf_hash }] of leaves.entries()) t.same(leaf_hash, hashes[n])
    const { size, root, origin } = await head(app)
    t.same([size, origin], [3, 'seller-operating-score'])
    t.equal(toHex(root), toHex(append(0, hashesRead([]), hashes).root))
  })

  t.test('with what was scored, and no name of anybody', async (t) => {
    const [leaf] = leaves
    // biome-ignore lint/suspicious/noExplicitAny: the columns are compared with what the statement says
    const stored = await app.db.one<any>(
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

  const ORDERS = ['orders', 'order_code', ['warehouse_id', 'carrier', 'late_fault']] as const
  const linesOf = async (n: number, [table, key, whereSet]: readonly [string, string, readonly string[]]) => {
    const sql = `select * from ${table} where seller_id = $1 order by ${key} collate "C"`
    const rows = await app.db.rows<object>(sql, [sellers[n]?.id])
    return rows.map((row) => lineOf(row, [...whereSet]))
  }
  const hashed = (lines: string[]) => ({ rows: lines.length, sha256: sha256(lines.join('\n')) })
  const factsOf = (n: number) => JSON.parse(leaves[n]?.statement ?? '').facts

  t.test('facts are hashed as docs/proof.md says, so that an export of them gives the same', async (t) => {
    const facts = factsOf(0)
    for (const [feed, count, table] of [
      ['orders', 3, ORDERS],
      ['tickets', 2, ['tickets', 'ticket_code', ['reply_fault']]],
      ['payments', 2, ['invoices', 'invoice_code', ['credited_amount', 'due_amount']]],
      ['inventory', 2, ['inventory_snapshots', 'sku', []]],
    ] as const) {
      t.equal(facts[feed].rows, count)
      t.same(facts[feed], hashed(await linesOf(0, table)), feed)
    }
    t.equal(facts.forecasts.rows, 1)
  })

  t.test('warehouse, carrier and late_fault are in the line of an order where they are set', async (t) => {
    const lines = await linesOf(1, ORDERS)
    const isWhole = lines.map((line) => ALL_SET.every((part) => line.includes(part)))
    t.same(isWhole, [false, true, false])
    t.same(factsOf(1).orders, hashed(lines))
  })

  t.test('an instant in their lines is what JSON makes of a date', async (t) => {
    const [first, last] = [Date.UTC(1970, 0), Date.UTC(2999, 11, 31, 23, 59, 59, 999)]
    const between = Array.from({ length: 500 }, () => first + Math.floor(Math.random() * (last - first)))
    const instants = [first, last, ...between].map((ms) => new Date(ms).toISOString())
    const written = await app.db.column(
      'select log_instant(at) from unnest($1::timestamptz[]) with ordinality as i(at, n) order by n',
      [instants],
    )
    t.same(written, instants)
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
