import { Writable } from 'node:stream'
import Fastify from 'fastify'
import t from 'tap'
import { withSerializers } from '../../../src/platform/logs/logger.ts'

/** The line that the service's log has of what was thrown. */
function logged(thrown: unknown) {
  let line = ''
  const stream = new Writable({
    write(text, _encoding, done) {
      line += text
      done()
    },
  })
  Fastify({ logger: withSerializers({ level: 'error', stream }) }).log.error({ err: thrown }, 'it failed')
  return { line, err: JSON.parse(line).err }
}

const lost = Object.assign(new Error('connection lost'), {
  code: '57P01',
  detail: 'Key (email)=(ada@example.com)',
})

const shownLost = { type: 'Error', message: 'connection lost', code: '57P01', stack: /logger\.test/ }
const copy = { ...lost, message: lost.message, stack: lost.stack, queue: 'certify', worker: 'a' }
const because = new Error('a', { cause: { message: 'b' } })
const withFields = (fields: string) => ({ message: `an object was thrown, with the fields ${fields}` })

const THROWN: [string, unknown, object][] = [
  ['an error', lost, shownLost],
  ['a copy of an error, as pg-boss reports it', copy, shownLost],
  ['an error because of a copy', because, { message: 'a', cause: { message: 'b' } }],
  ['an object', { email: 'ada@example.com', n: 1 }, withFields('email, n')],
  ['an object without fields', {}, withFields('none')],
  ['an object that has no prototype', Object.create(null), withFields('none')],
  ['a list', ['a'], withFields('0')],
  ['a text', 'broken', { message: 'broken' }],
  ['nothing', null, { message: 'null' }],
  ['a symbol', Symbol('s'), { message: 'Symbol(s)' }],
]
for (const [title, thrown, shown] of THROWN)
  t.test(`what is logged of ${title} says what it was, and no value of a row`, async (t) => {
    const { line, err } = logged(thrown)
    t.match(err, shown)
    t.notMatch(line, /object Object|ada@example/)
  })
