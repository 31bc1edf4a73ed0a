import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { mock } from 'node:test'
import t from 'tap'
import { throwAway, timed } from '../../../../src/platform/http/connections/timed-body.ts'

const late = () => new Error('late')

t.test('the bytes are the same, in their order', async (t) => {
  const blocks = Array.from({ length: 50 }, (_, n) => Buffer.alloc(10_000, String(n % 10)))
  const body = timed(Readable.from(blocks), { milliseconds: 60_000, enough: 1, late })
  t.equal(await text(body), Buffer.concat(blocks).toString())
})

t.test('time is counted from the first read', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const body = timed(new PassThrough(), { milliseconds: 1_000, enough: 1, late })
  mock.timers.tick(5_000)
  const reading = text(body).catch(({ message }) => message)
  await new Promise(setImmediate)
  mock.timers.tick(999)
  t.notOk(body.destroyed)
  mock.timers.tick(1)
  t.equal(await reading, 'late')
})

t.test('a body that breaks off is an error', async (t) => {
  const sent = new PassThrough()
  const reading = text(timed(sent, { milliseconds: 60_000, enough: 1, late }))
  sent.write('begun')
  sent.destroy(new Error('gone'))
  await t.rejects(reading, { message: /broke off in the middle/ })
})

t.test('one that nobody reads breaks off in silence', async (t) => {
  const sent = new PassThrough()
  const body = timed(sent, { milliseconds: 60_000, enough: 1, late })
  sent.destroy(new Error('gone'))
  await new Promise(setImmediate)
  t.ok(body.destroyed)
})

t.test('when it is left the rest flows away', async (t) => {
  const sent = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(10_000)))
  for await (const block of timed(sent, { milliseconds: 60_000, enough: 1, late })) {
    t.ok(block)
    break
  }
  while (!sent.readableEnded) await new Promise(setImmediate)
})

t.test('what is thrown away is read to its end, as long as it flows', async (t) => {
  const ending = Readable.from([Buffer.alloc(10), Buffer.alloc(10)])
  await throwAway(ending, { milliseconds: 60_000, enough: 1 })
  t.ok(ending.readableEnded)
  const endless = new Readable({ read: () => setImmediate(() => endless.push('x')) })
  await throwAway(endless, { milliseconds: 50, enough: Number.POSITIVE_INFINITY })
  t.notOk(endless.readableEnded)
  endless.destroy()
})
