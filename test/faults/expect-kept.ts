import type { Test } from 'tap'
import type { OwnServer } from './own-server.ts'
import { seconds, within } from './polling.ts'
import type { Journal } from './pushes.ts'
import type { Scene } from './scene.ts'

const SETTLE_MS = 240_000

/** Acknowledged is stored. Of other pushes any part may be there, but of an atomic one all or nothing. */
export async function expectPushes(t: Test, server: OwnServer, journal: Journal) {
  const known = [...journal].map(([name, push]) => ({ name, ...push })) // while others may still be pushing
  const rows = await server.query<{ push: string; stored: number }>(
    `select split_part(order_code, '/', 1) as push, count(*)::int as stored
     from orders where order_code like '%/%' group by 1`,
  )
  const stored = new Map(rows.map((row) => [row.push, row.stored]))
  const pushes = known.map((push) => ({ ...push, stored: stored.get(push.name) ?? 0 }))
  const acknowledged = pushes.filter((push) => push.acknowledged)
  t.comment(`${acknowledged.length} of ${pushes.length} pushes were acknowledged`)
  t.ok(acknowledged.length > 0, 'pushes were acknowledged')
  t.same(
    acknowledged.filter((push) => push.stored !== push.records),
    [],
    'acknowledged pushes of which records are missing',
  )
  t.same(
    pushes.filter((push) => push.form === 'whole' && push.stored !== 0 && push.stored !== push.records),
    [],
    'atomic pushes of which a part is stored',
  )
}

/** Every run comes to its end, if not at once then when the queue has noticed what became of its jobs. */
export async function expectRuns(t: Test, { server, service }: Scene, runs: number[]) {
  const open = () =>
    server.query(
      `select id, status, batches_done, batches_total, error from scoring_runs
       where id = any($1::int[]) and status <> 'completed'`,
      [runs],
    )
  const began = Date.now()
  await within(SETTLE_MS, async () => {
    await hurry(server)
    return (await open()).length === 0 || !service.isRunning()
  })
  t.comment(`${runs.length} runs; looked for their end for ${seconds(Date.now() - began)}`)
  t.ok(runs.length > 0, 'runs were begun')
  t.same(await open(), [], 'runs that are not completed')
}

/** What is in the feed has come and nothing else has, and what was acknowledged is in the feed. */
export async function expectEvents(t: Test, { server, service, subscriber }: Scene, surcharges: number[]) {
  const events = () => server.query<{ event_id: string; type: string }>('select event_id, type from events')
  const come = () => new Set(subscriber.received.map(({ headers }) => String(headers['webhook-id'])))
  const missing = async () => {
    const got = come()
    return (await events()).filter(({ event_id }) => !got.has(event_id))
  }
  const began = Date.now()
  await within(SETTLE_MS, async () => {
    await hurry(server)
    return (await missing()).length === 0 || !service.isRunning()
  })
  const all = await events()
  t.comment(
    `${all.length} events, ${subscriber.received.length} posts; looked for the last for ${seconds(Date.now() - began)}`,
  )
  t.same(
    Object.entries(Object.groupBy(await missing(), ({ type }) => type)).map(
      ([type, some]) => `${some?.length} ${type}`,
    ),
    [],
    'events that were not delivered',
  )
  const known = new Set(all.map(({ event_id }) => event_id))
  t.same(
    [...come()].filter((id) => !known.has(id)),
    [],
    'deliveries of events that were never committed',
  )
  const told = await server.query<{ id: number }>(
    `select (data ->> 'id')::int as id from events where type = 'seller.surcharge_created'`,
  )
  const tellers = new Set(told.map(({ id }) => id))
  t.comment(`${surcharges.length} surcharges were acknowledged`)
  t.same(
    surcharges.filter((id) => !tellers.has(id)),
    [],
    'acknowledged surcharges without an event',
  )
}

/** Lets the time be past for which jobs wait: those that stand by for a minute, and those that have failed. */
const hurry = (server: OwnServer) =>
  server.query(`update pgboss.job set start_after = now() where state < 'active' and start_after > now()`)
