import t from 'tap'
import { isLost, readCursor, writeCursor } from '../../src/domain/events/places.ts'

t.test('a cursor names the place it was made of', async (t) => {
  const place = { server: 'k3-d_aQx', xact: '18446744073709551', id: '922337203685477580' }
  t.same(readCursor('after', writeCursor(place)), place)
})

t.test('a place of another server, or of the future, is lost', async (t) => {
  const now = { server: 'here', xact: '100', id: '0' }
  t.notOk(isLost({ ...now, xact: '99', id: '7' }, now))
  t.notOk(isLost(now, now))
  t.ok(isLost({ ...now, xact: '101' }, now))
  t.ok(isLost({ ...now, server: 'there' }, now))
})

t.test('a cursor of an earlier checkout, which named no server, is lost everywhere', async (t) => {
  for (const text of ['742.0', 'x742']) {
    const place = readCursor('after', Buffer.from(text).toString('base64url'))
    t.ok(isLost(place, { server: '-', xact: '1000', id: '0' }))
  }
})

for (const text of [
  '',
  'abc',
  'MQ',
  writeCursor({ server: 's', xact: '-1', id: '0' }),
  writeCursor({ server: 's', xact: '1', id: 'x' }),
  writeCursor({ server: 's', xact: '9'.repeat(20), id: '1' }),
])
  t.test(`"${text}" is refused with 400`, async (t) => {
    t.throws(() => readCursor('after', text), /after must be the `next`/)
  })
