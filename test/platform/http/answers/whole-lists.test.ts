import t from 'tap'
import { fullLists, ROWS } from '../../full-lists.ts'

const { lists, call } = await fullLists(t)

/** The lists that the specification pages. */
const PAGED = ['/api/sellers', '/api/campaigns', '/api/sos/monthly', '/api/employees']
/** What the specification bounds otherwise, and what is a choice of the nearest. */
const CHOSEN: Record<string, number> = {
  '/api/sos/sellers/:seller_code/score/history': 24,
  '/api/appeals/:id/precedents': 10,
}

for (const { path, url, limit } of lists)
  await t.test(`${path} answers as many rows as it says`, async (t) => {
    const { body } = await call('bod', 'GET', url())
    if (PAGED.includes(path)) {
      t.match(body, { limit: 20 })
      t.equal(limit, 20)
      t.equal(body.data.length, Math.min(20, body.total))
      t.notOk('warnings' in body, 'exactly what the specification has')
    } else if (limit === undefined) {
      t.notOk('page' in body, 'it has no pages, so all is there')
    } else if (path in CHOSEN) t.equal(limit, CHOSEN[path])
    else {
      t.equal(limit, 500)
      if ('next' in body) return t.notOk('total' in body, 'a feed says where it goes on')
      t.ok(body.total >= ROWS, `${body.total} rows`)
      t.equal(body.data.length, 500)
      const [warning, ...more] = body.warnings
      t.match(
        warning,
        new RegExp(`^500 of ${body.total.toLocaleString('en')} rows are shown; ask for page=2\\.$`),
      )
      t.same(more, [])
      const next = (await call('bod', 'GET', url({ page: '2' }))).body
      t.equal(next.data.length, body.total - 500)
      t.notOk(next.warnings, 'nothing comes after the last page')
      const few = (await call('bod', 'GET', url({ limit: '3' }))).body
      t.equal(few.data.length, 3)
      t.notOk(few.warnings, 'who has asked for three has got them')
      t.notOk((await call('bod', 'GET', url({ limit: '500' }))).body.warnings, 'or for five hundred')
    }
  })

t.test('more than an answer may hold becomes what it may hold, with the warning', async (t) => {
  const { body } = await call('bod', 'GET', '/api/appeals?limit=1000')
  t.match(body, { limit: 500, warnings: [/^500 of \d+ rows are shown; ask for page=2\.$/] })
})
