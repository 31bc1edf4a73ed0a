import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { inForm } from '../setup/form.ts'
import { findPostgres, missing } from '../setup/programs.ts'
import { receiver } from '../webhooks/receiver.ts'
import { type OwnServer, ownServer } from './own-server.ts'
import { startOwnService } from './own-service.ts'
import { seconds, sure } from './polling.ts'
import { factsOf, LAST_MONTH, THIS_MONTH } from './scene.ts'

const run = promisify(execFile)
const SELLERS = 60
/** Events that are on their way when the database is dumped, and how many more come meanwhile. */
const SURCHARGES = inForm({ short: 60, long: 1_500 })
/** The number of transactions by which the old server is ahead of the new one. */
const AHEAD = 50_000
const PATIENCE_MS = 240_000
const ANEW = /^The database was restored, recovered or taken over since/
const FRESH = `select event_id from events where data ->> 'surcharge_type' = 'waited' order by event_id`
const SETTLED = `select count(*)::int as open from events where xact >= transaction_horizon()`

t.test(
  'a database that is dumped under load goes on in another server',
  { skip: missing('initdb') },
  async (t) => {
    const programs = findPostgres() as string
    const old = await ownServer(t, { programs })
    await old.query(
      `do $$ begin for n in 1..${AHEAD} loop perform pg_current_xact_id(); commit; end loop; end $$`,
    )
    const before = await startOwnService(t, old)
    await old.query(factsOf(SELLERS))
    const target = await receiver(t)
    await post(before.url, '/api/webhooks', { url: target.url, events: ['*'], max_concurrency: 100 })
    await post(before.url, '/api/sos/monthly/calculate', { period: LAST_MONTH })
    await surcharges(before.url, 1, 5)
    await sure('The first deliveries', PATIENCE_MS, async () => target.received.length >= 6)
    await sure('The log of the first deliveries', PATIENCE_MS, () => everyDelivered(old))
    const early = await cursors(before.url)

    target.replyWith(() => {}) // who takes the rest and says nothing
    await surcharges(before.url, 6, SURCHARGES)
    const meanwhile = surcharges(before.url, SURCHARGES + 1, SURCHARGES + 20)
    const file = join(t.testdir(), 'dump')
    await run(join(programs, 'bin/pg_dump'), ['-Fc', '-f', file, old.urlOf()])
    await meanwhile
    await surcharges(before.url, SURCHARGES + 21, SURCHARGES + 25) // which the dump does not have
    const lost = await cursors(before.url)
    const digest = await scores(old)
    process.kill(before.pid, 'SIGKILL')
    await before.ended
    await old.stop()

    const server = await ownServer(t, { programs })
    await run(join(programs, 'bin/pg_restore'), ['--no-owner', '--exit-on-error', '-d', server.urlOf(), file])
    const pending = (await server.query<{ event_id: string }>(PENDING)).map(({ event_id }) => event_id)
    t.ok(pending.length >= SURCHARGES - 5, `${pending.length} events of the dump are not delivered`)
    target.received.length = 0
    target.replyWith((response) => response.writeHead(204).end())
    const { url } = await startOwnService(t, server)
    const readyAt = Date.now()

    await t.test('the scores are the same', async (t) => t.equal(await scores(server), digest))

    await t.test('what was pending is sent at once, and each event once', async (t) => {
      await sure('The pending deliveries', PATIENCE_MS, async () => target.received.length >= pending.length)
      t.comment(`${pending.length} events came within ${seconds(Date.now() - readyAt)}`)
      await sure('The log of the deliveries', PATIENCE_MS, () => everyDelivered(server))
      const came = target.received.map(({ headers }) => String(headers['webhook-id']))
      t.same(came.toSorted(), pending.toSorted())
    })

    await t.test('the feed is begun anew after any cursor of before, and says so', async (t) => {
      await surcharges(url, 1, 3, 'waited')
      await sure('The events of now', PATIENCE_MS, async () => {
        const [row] = await server.query<{ open: number }>(SETTLED)
        return row?.open === 0
      })
      const all = (await feed(url)).map(({ id }) => id)
      t.equal(new Set(all).size, all.length)
      const [{ total }] = (await server.query('select count(*)::int as total from events')) as [
        { total: number },
      ]
      t.equal(all.length, total)
      const fresh = await server.query<{ event_id: string }>(FRESH)
      t.same(
        all.slice(-3).toSorted(),
        fresh.map(({ event_id }) => event_id),
      )
      for (const { events } of [early, lost]) {
        t.match((await ask(url, `/api/events?after=${events}`)).warnings, [ANEW])
        t.same(
          (await feed(url, events)).map(({ id }) => id),
          all,
        )
      }
      const { events: end } = await cursors(url)
      await surcharges(url, 4, 4, 'waited')
      await sure('The event after the end', PATIENCE_MS, async () => (await feed(url, end)).length === 1)
    })

    await t.test('a copy of enforcement is begun anew, and says so', async (t) => {
      const whole = await ask(url, '/api/sos/enforcement')
      for (const { enforcement } of [early, lost]) {
        const anew = await ask(url, `/api/sos/enforcement?changed_since=${enforcement}`)
        t.same(anew.data, whole.data)
        t.match(anew.warnings, [ANEW])
      }
      t.notOk((await ask(url, `/api/sos/enforcement?changed_since=${whole.next}`)).warnings)
    })
  },
)

async function ask(url: string, path: string, init: RequestInit = {}) {
  const headers = { 'x-user-id': '1', 'content-type': 'application/json' }
  const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(PATIENCE_MS), ...init })
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  const body: any = await answer.json()
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${body.error}`)
  return body
}

const post = (url: string, path: string, body: object) =>
  ask(url, path, { method: 'POST', body: JSON.stringify(body) })

/** Creates surcharges, some at a time. Each is an event. */
async function surcharges(url: string, from: number, to: number, surcharge_type = 'planning_overload') {
  for (let first = from; first <= to; first += 10) {
    const numbers = Array.from({ length: Math.min(10, to - first + 1) }, (_, n) => first + n)
    const body = (n: number) => ({
      period: THIS_MONTH,
      amount: n,
      surcharge_type,
      seller_code: `S-${1 + (n % SELLERS)}`,
    })
    await Promise.all(numbers.map((n) => post(url, '/api/surcharges', body(n))))
  }
}

/** The feed from a cursor to its end. */
async function feed(url: string, after?: string): Promise<{ id: string }[]> {
  const { data, next } = await ask(url, `/api/events?limit=500${after ? `&after=${after}` : ''}`)
  return data.length === 0 ? [] : [...data, ...(await feed(url, next))]
}

/** Where a reader of the feed and one of enforcement are, who have read all there is. */
async function cursors(url: string) {
  let events: string | undefined
  for (;;) {
    const { data, next } = await ask(url, `/api/events?limit=500${events ? `&after=${events}` : ''}`)
    events = next as string
    if (data.length === 0) break
  }
  const { next } = await ask(url, '/api/sos/enforcement')
  return { events, enforcement: next as string }
}

async function everyDelivered(server: OwnServer) {
  const [row] = await server.query<{ left: number }>(
    `select (select count(*) from events e where not exists (
       select from webhook_deliveries d where d.event_id = e.id and d.status = 'delivered'))::int as left`,
  )
  return row?.left === 0
}

const PENDING = `
  select event_id from events e
  where not exists (select from webhook_deliveries d where d.event_id = e.id and d.status = 'delivered')`

async function scores(server: OwnServer) {
  const [row] = await server.query<{ digest: string }>(
    `select md5(string_agg(to_jsonb(m)::text || concat(e.inputs, e.explanation::text), '' order by m.seller_id)) as digest
     from monthly_scores m join score_explanations e using (seller_id, period, revision)`,
  )
  return row?.digest
}
