import t from 'tap'
import { readCursor, writeCursor } from '../../plugins/events/index.ts'

t.test('a cursor names the place it was made of', async (t) => {
  const place = { xact: '18446744073709551', id: '922337203685477580' }
  t.same(readCursor(writeCursor(place)), place)
})

t.test('no cursor is the beginning', async (t) => {
  t.same(readCursor(undefined), { xact: '0', id: '0' })
})

for (const text of [
  '',
  'abc',
  'MQ',
  writeCursor({ xact: '-1', id: '0' }),
  writeCursor({ xact: '1', id: 'x' }),
  writeCursor({ xact: '9'.repeat(20), id: '1' }),
])
  t.test(`"${text}" is refused with 400`, async (t) => {
    t.throws(() => readCursor(text), /after must be the `next`/)
  })
