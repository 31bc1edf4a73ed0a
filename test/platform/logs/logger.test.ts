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

const THROWN: [string, unknown, object][] = [
  ['an error', lost, { type: 'Error', message: 'connection lost', code: '57P01', stack: /logger\.test/ }],
  [
    'a copy of an error, as pg-boss reports it',
    { ...lost, message: lost.message, stack: lost.stack, queue: 'certify', worker: 'a' },
    { type: 'Error', message: 'connection lost', code: '57P01', stack: /logger\.test/ },
  ],
  [
    'an error because of a copy',
    new Error('a', { cause: { message: 'b' } }),
    { message: 'a', cause: { message: 'b' } },
  ],
  [
    'an object',
    { email: 'ada@example.com', n: 1 },
    { message: 'an object was thrown, with the fields email, n' },
  ],
  ['an object without fields', {}, { message: 'an object was thrown, with the fields none' }],
  [
    'an object that has no prototype',
    Object.create(null),
    { message: 'an object was thrown, with the fields none' },
  ],
  ['a list', ['a'], { message: 'an object was thrown, with the fields 0' }],
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
