import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate as pause } from 'node:timers/promises'
import t from 'tap'
import { GOOD } from './good-records.ts'
import { syncApp } from './sync-app.ts'

const RECORDS = 20_000
const line = (n: number) => `${JSON.stringify({ ...GOOD.orders, order_code: `O-${n}` })}\n`
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => line(from + i)).join('')

/** The service behind a real socket, and a way to begin a push to it. */
async function listening(t: Parameters<typeof syncApp>[0]) {
  const service = await syncApp(t)
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const begin = (query = '') =>
    request(`${url}/api/sync/orders${query}`, {
      method: 'POST',
      headers: { 'x-user-id': String(service.user.system.id), 'content-type': 'application/x-ndjson' },
    })
  const stored = async () => Number((await service.rows('select count(*) as n from orders'))[0]?.n)
  return { ...service, begin, stored }
}

async function answerOf(post: ClientRequest) {
  const [response] = (await once(post, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: JSON.parse(await text(response)) }
}

/** Sends until the service has stored something, then cuts the connection in the middle of a line. */
async function cutInTheMiddle(post: ClientRequest, isUnderWay: () => Promise<boolean>) {
  const gone = once(post, 'error')
  post.write(lines(0, RECORDS) + line(RECORDS).slice(0, 40))
  while (!(await isUnderWay())) await pause()
  post.destroy()
  await gone
}

t.test('after a cut connection a repeat of the push makes it whole', async (t) => {
  const { begin, stored } = await listening(t)
  await cutInTheMiddle(begin(), async () => (await stored()) > 0)
  t.ok((await stored()) <= RECORDS, 'the line that was cut is no record')

  const again = begin()
  again.end(lines(0, RECORDS + 1))
  const { status, body } = await answerOf(again)
  t.equal(status, 200)
  t.equal(body.created + body.unchanged, RECORDS + 1)
  t.equal(await stored(), RECORDS + 1)
})

t.test('of an atomic push whose connection is cut nothing stays', async (t) => {
  const { begin, stored, app, rows } = await listening(t)
  await cutInTheMiddle(begin('?atomic=true'), async () => app.spools.held() > 0)
  while (app.spools.held() > 0) await pause()
  t.equal(await stored(), 0)
  t.same(await rows('select * from sync_feeds'), [])
})

t.test('no more is read than is stored', async (t) => {
  const { begin, app } = await listening(t)
  const blocker = await app.db.pool.connect()
  await blocker.query('begin; lock table orders')
  const post = begin()
  const answer = answerOf(post)
  let sent = 0
  const fill = () => {
    do sent += 1_000
    while (post.write(lines(sent - 1_000, sent)) && sent < 200_000)
  }
  post.on('drain', fill)
  fill()
  for (let before = 0; before < sent && sent < 200_000; ) {
    before = sent
    await app.db.rows('select pg_sleep(0.5)')
  }
  t.ok(sent < 200_000, `the sender had to wait after ${sent} records`)
  post.off('drain', fill)
  await blocker.query('rollback')
  blocker.release()
  post.end()
  t.equal((await answer).status, 200)
})
