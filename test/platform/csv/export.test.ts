import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { type ReadPage, spoolExport } from '../../../src/platform/csv/export.ts'
import { DatabaseUnavailable } from '../../../src/platform/database/connect/unavailable.ts'
import { testApp } from '../../setup/app.ts'

const { app } = await testApp(t)
const columns = [{ name: 'code', path: ['code'] }]
const ROWS = 4_500
await app.db.rows(
  `insert into warehouses (code, name) select lpad(n::text, 4, '0'), 'Hall' from generate_series(2, $1::int) n`,
  [ROWS],
)

const page: ReadPage = async (reads, page) => ({
  data: await reads.rows('select code from warehouses order by id limit 2000 offset $1', [
    (page - 1) * 2_000,
  ]),
  total: (await reads.row<{ count: number }>('select count(*) as count from warehouses'))?.count,
})
const staying = new AbortController().signal
const isQuiet = () => app.db.pool.idleCount === app.db.pool.totalCount

t.test('an export shows the rows as they were at one instant, each once', async (t) => {
  const spool = await spoolExport(
    app,
    columns,
    async (reads, number) => {
      const found = await page(reads, number)
      await app.db.rows('delete from warehouses where id = $1', [number])
      await app.db.rows(`insert into warehouses (code, name) values ($1, 'Late')`, [`late-${number}`])
      return found
    },
    staying,
  )
  const [heading, ...lines] = (await buffer(spool.stream())).toString().trimEnd().split('\r\n')
  t.equal(heading, '\uFEFFcode')
  t.equal(lines.length, ROWS)
  t.equal(new Set(lines).size, ROWS)
  t.notOk(lines.some((line) => line.startsWith('late')))
})

t.test('a caller who goes ends the making, and nothing of it stays', async (t) => {
  const gone = new AbortController()
  const pages: number[] = []
  const leaving: ReadPage = (reads, number) => {
    pages.push(number)
    gone.abort()
    return page(reads, number)
  }
  await t.rejects(spoolExport(app, columns, leaving, gone.signal), { message: /caller has gone/ })
  t.same(pages, [1])
  t.equal(app.spools.held(), 0)
  t.ok(isQuiet())
})

t.test('an error in the middle ends the making too', async (t) => {
  const failing: ReadPage = (reads, number) =>
    (number === 2 ? reads.rows('nonsense') : page(reads, 1)) as never
  await t.rejects(spoolExport(app, columns, failing, staying), { message: /syntax error/ })
  t.equal(app.spools.held(), 0)
  t.ok(isQuiet())
})

t.test('an export that loses its connection answers 503, and the next one is whole', async (t) => {
  const losing: ReadPage = async (reads, number) => {
    const found = await page(reads, number)
    const { pid } = (await reads.row<{ pid: number }>('select pg_backend_pid() as pid')) as { pid: number }
    await app.db.rows('select pg_terminate_backend($1)', [pid])
    return found
  }
  await t.rejects(spoolExport(app, columns, losing, staying), DatabaseUnavailable)
  t.equal(app.spools.held(), 0)
  const spool = await spoolExport(app, columns, page, staying)
  t.ok((await buffer(spool.stream())).length > 0)
})
