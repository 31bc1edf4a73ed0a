import t from 'tap'
import { inForm } from '../setup/form.ts'
import { createClient, inLines } from './client.ts'
import { expectPushes } from './expect-kept.ts'
import { runLoops } from './loops.ts'
import { ownServer } from './own-server.ts'
import { startOwnService } from './own-service.ts'
import { seconds, sure } from './polling.ts'
import { createPusher, type Journal } from './pushes.ts'
import { surchargeOf, THIS_MONTH } from './scene.ts'
import { moveTables, noSmallDisk, type SmallDisk, smallDisk } from './small-disk.ts'

const LEFT_MB = inForm({ short: 1, long: 12 }) // less than the server wants for the next file of its log
/** How many pushes are refused before room is made. */
const REFUSALS = inForm({ short: 5, long: 200 })
const PATIENCE_MS = 240_000
const SELLERS = `
  insert into users (username, full_name, role, is_seeded) values ('board', 'Board', 'bod', true);
  insert into sellers (seller_code, company_name, contract_start_date)
    select 'S-' || n, 'Seller ' || n, date '2020-01-01' from generate_series(1, 200) n`

t.test('a full disk loses nothing that was acknowledged', { skip: await noSmallDisk() }, async (t) => {
  // The tables grow by some 10 MB a second of pushes: where theirs filled up of itself, room for the log would not help.
  const [logDisk, tableDisk] = [await smallDisk(t, 300), await smallDisk(t, 2_000)]
  const more = { max_wal_size: '48MB', min_wal_size: '32MB', wal_recycle: 'off' }
  const server = await ownServer(t, { parent: logDisk.folder, more })
  await moveTables(server, tableDisk)
  const service = await startOwnService(t, server)
  await server.query(SELLERS)

  const client = createClient(service.url)
  const journal: Journal = new Map()
  const surcharges: number[] = []
  const push = createPusher(client, journal, THIS_MONTH)
  const get = (kind: string, path: string) => client.ask(kind, 'GET', path)
  const seller = (n: number) => `S-${1 + (n % 200)}`
  const calculate = () =>
    client.ask('push calculate', 'POST', '/api/sos/monthly/calculate', { body: { period: THIS_MONTH } })
  const since = (from: number) => client.outcomes.filter(({ sentAt }) => sentAt >= from)

  async function createSurcharge(n: number) {
    const body = surchargeOf(seller(n))
    const { status, body: made } = await client.ask('surcharge', 'POST', '/api/surcharges', { body })
    if (status === 200) surcharges.push(made.id)
  }

  /** Fills a disk up, makes room again when enough was refused, and answers what became of requests meanwhile. */
  async function fill(disk: SmallDisk, { hurry = async () => {} }: { hurry?: () => Promise<unknown> } = {}) {
    const from = Date.now()
    const refused = () => since(from).filter(({ kind, status }) => /^push/.test(kind) && status === 503)
    await disk.leave(LEFT_MB)
    await hurry()
    await sure('A full disk', PATIENCE_MS, async () => refused().length >= REFUSALS)
    const meanwhile = since(from)
    await disk.makeRoom()
    const isUp = await server.query('select').then(Boolean, () => false)
    if (!isUp) await server.start() // as whoever runs it would
    const room = Date.now()
    const isTaken = (kind: string) => since(room).some((one) => one.kind === kind && one.status === 200)
    const kinds = ['push json', 'push lines', 'push whole', 'surcharge', 'enforcement']
    await sure('Changes that are taken again', PATIENCE_MS, async () => kinds.every(isTaken))
    t.comment(`taken again ${seconds(Date.now() - room)} after there was room`)
    return meanwhile
  }

  t.equal((await calculate()).status, 200)
  const loops = runLoops(service, [
    { pauseMs: 10, turn: () => push('json') },
    { pauseMs: 10, turn: () => push('lines') },
    { pauseMs: 10, turn: () => push('whole') },
    { pauseMs: 50, turn: createSurcharge },
    { pauseMs: 50, turn: (n) => get('enforcement', `/api/sos/sellers/${seller(n)}/enforcement`) },
    { pauseMs: 100, turn: () => get('health', '/api/health') },
  ])
  await t.test('no room for tables: changes are refused with the reason, reads go on', async (t) => {
    const outcomes = await fill(tableDisk)
    const refused = outcomes.filter(({ kind, status }) => /^(push|surcharge)/.test(kind) && status === 503)
    t.ok(
      refused.some(({ body }) => /^The disk of the database is full/.test(body.error)),
      'they were told why',
    )
    const reads = outcomes.filter(({ kind }) => kind === 'enforcement')
    t.same(inLines(reads.filter(({ status }) => status !== 200)), [], 'reads that were refused')
  })
  await t.test('no room for its log: the server gives up, and comes back with all of it', async (t) => {
    const nextFile = () => server.query('select pg_switch_wal()').catch(() => {})
    const outcomes = await fill(logDisk, { hurry: nextFile })
    t.ok(
      outcomes.some(({ body }) => /^The database can't be reached/.test(body?.error)),
      'they were told why',
    )
  })
  await loops.stop()

  for (const line of inLines(client.outcomes)) t.comment(line)
  t.ok(service.isRunning(), service.ending())
  t.same(loops.problems, [])
  const others = client.outcomes.filter(({ status }) => status !== 200 && status !== 503)
  t.same(inLines(others), [], 'answers other than 200 and 503')
  const refusals = client.outcomes.filter(({ status }) => status === 503)
  const unclear = refusals.filter(({ body, retryAfter }) => !/^[A-Z].*\.$/.test(body?.error) || !retryAfter)
  t.same(inLines(unclear), [], 'refusals without a sentence, or without Retry-After')
  t.equal((await calculate()).status, 200, 'the queue goes on')
  await expectPushes(t, server, journal)
  const kept = await server.query<{ id: number }>('select id from surcharges')
  const there = new Set(kept.map(({ id }) => id))
  t.same(
    surcharges.filter((id) => !there.has(id)),
    [],
    'acknowledged surcharges that are gone',
  )
})
