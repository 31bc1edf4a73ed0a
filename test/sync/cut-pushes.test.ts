import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import t from 'tap'
import { chunk, head, rawSocket } from '../setup/raw-socket.ts'
import { BAD_BODIES, type BadBody } from './bad-bodies.ts'
import { syncApp } from './sync-app.ts'

const SEED = Number(process.env.CUTS_SEED ?? 20_261_121)
const CUTS = 1_000
const AT_ONCE = 20
const SECONDS = 3
const { app, user } = await syncApp(t, { WORKER: 'off', REQUEST_TIMEOUT_SECONDS: String(SECONDS) })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const HEALTH = head('GET /api/health')

const begin = ({ type, query = '', headers = [] }: BadBody, framing: string) =>
  head(
    `POST /api/sync/orders${query}`,
    framing,
    `Content-Type: ${type}`,
    `X-User-Id: ${user.system.id}`,
    ...headers,
  )
const CHUNKED = 'Transfer-Encoding: chunked'
const part = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

/** An answer without its push’s id; whether a record was new or known depends on what came before it. */
const seen = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
  const { created = 0, updated = 0, unchanged = 0, push_id: _, ...more } = body as Record<string, number>
  const text = JSON.stringify({ stored: created + updated + unchanged, ...more })
  return { status, body: JSON.parse(text.replaceAll(/push_id=[0-9a-f-]+/g, 'push_id=…')) }
}

/** The pieces of a body, cut at these places. */
const cut = (body: Buffer, places: number[]) =>
  [0, ...places]
    .map((place, n) => body.subarray(place, places[n] ?? body.length))
    .filter(({ length }) => length > 0)

/** Sends a body in pieces, each by itself, then asks for something else on the same connection. */
async function send(bad: BadBody, places: number[], isChunked: boolean) {
  const { socket, answers, answered, closed } = rawSocket(t, port)
  socket.setNoDelay()
  socket.write(begin(bad, isChunked ? CHUNKED : `Content-Length: ${bad.body.length}`))
  for (const piece of cut(bad.body, places)) {
    await turn()
    socket.write(isChunked ? part(piece) : piece)
  }
  if (isChunked) socket.write(chunk(''))
  socket.write(HEALTH)
  const late = AbortSignal.timeout(SECONDS * 10_000)
  await Promise.race([answered(2), closed, once(late, 'abort')])
  const [answer, health] = answers()
  const isOver = health?.status === 200 || socket.destroyed
  socket.destroy()
  return { answer: answer && seen(answer), isOver }
}

/** Which body is sent, and where it is cut, as parts of its length. */
const A_CUT = fc.record({
  bad: fc.constantFrom(...BAD_BODIES),
  parts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 }),
  isChunked: fc.boolean(),
})

t.test('a bad body has the same answer however it is cut, and its connection goes on', async (t) => {
  t.comment(`CUTS_SEED=${SEED}`)
  const whole = new Map<BadBody, unknown>()
  for (const bad of BAD_BODIES) {
    const { answer, isOver } = await send(bad, [], false)
    t.match(answer, { status: bad.status, ...(bad.says && { body: { error: bad.says } }) }, bad.what)
    t.ok(isOver, `the connection after ${bad.what}`)
    whole.set(bad, answer)
  }
  const wrong: object[] = []
  const cuts = fc.sample(A_CUT, { seed: SEED, numRuns: CUTS })
  for (let at = 0; at < CUTS && wrong.length === 0; at += AT_ONCE)
    await Promise.all(
      cuts.slice(at, at + AT_ONCE).map(async ({ bad, parts, isChunked }) => {
        const places = parts
          .map((part) => Math.floor(part * bad.body.length))
          .sort((one, other) => one - other)
        const { answer, isOver } = await send(bad, places, isChunked)
        const isSame = JSON.stringify(answer) === JSON.stringify(whole.get(bad))
        if (!isSame || !isOver) wrong.push({ what: bad.what, places, isChunked, answer, isOver })
      }),
    )
  t.same(wrong, [])
})

const COLUMNS = Buffer.from('order_code,seller_code\nO-1,S-1\n')
const LACKS = { status: 400, body: { error: /has no column for ordered_at/ } }
const [refused] = BAD_BODIES as [BadBody]
for (const query of ['', '?atomic=true', '?dry_run=true'])
  t.test(`who is refused is answered before all is sent, and may send the rest ${query}`, async (t) => {
    const { socket, answered } = rawSocket(t, port)
    socket.write(begin({ ...refused, query }, CHUNKED))
    if (query !== '?atomic=true') {
      socket.write(part(COLUMNS))
      t.match(await answered(1), [LACKS])
    }
    for (let n = 0; n < 200; n++) if (!socket.write(part(COLUMNS))) await once(socket, 'drain')
    socket.write(chunk('') + HEALTH)
    t.match(await answered(2), [LACKS, { status: 200 }])
  })

const LARGE = Buffer.alloc(16 * 1024 * 1024, COLUMNS)
for (const [what, bytes, answer, query] of [
  ['a header that lacks columns', LARGE, LACKS, ''],
  [
    'a ZIP file',
    Buffer.concat([Buffer.from('PK\x03\x04'), LARGE]),
    { status: 400, body: { error: /ZIP file/ } },
    '',
  ],
  ['a header that lacks columns, of a dry run', LARGE, LACKS, '?dry_run=true'],
] as const)
  t.test(`who sends all before looking is answered when all has been taken: ${what}`, async (t) => {
    const { socket, answered } = rawSocket(t, port)
    socket.write(begin({ ...refused, query }, `Content-Length: ${bytes.length}`))
    const taken = new Promise((resolve) => socket.write(bytes, resolve))
    const first = await Promise.race([taken.then(() => 'all is taken'), answered(1)])
    t.equal(first, 'all is taken')
    socket.write(HEALTH)
    t.match(await answered(2), [answer, { status: 200 }])
  })
