import t from 'tap'
import { offsetOf, pageOf } from '../../../../src/platform/database/statements/records.ts'

t.test('a page has its rows, and how many there are in all', async (t) => {
  const rows = [
    { id: 9, total: 12 },
    { id: 8, total: 12 },
  ]
  t.same(pageOf(rows, 'id', { page: 2, limit: 2 }), { data: rows, total: 12, page: 2, limit: 2 })
})

t.test('a page without rows still has the total', async (t) => {
  const answer = pageOf([{ id: null, total: 12 }], 'id', { page: 7, limit: 2 })
  t.same(answer, { data: [], total: 12, page: 7, limit: 2 })
})

t.test('a page starts after the rows of the pages before it', async (t) => {
  t.equal(offsetOf({ page: 1, limit: 20 }), 0)
  t.equal(offsetOf({ page: 3, limit: 20 }), 40)
})
