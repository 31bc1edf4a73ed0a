import { isDeepStrictEqual } from 'node:util'
import { parse } from 'csv-parse/sync'
import t from 'tap'
import { fullLists, ODD, ROWS } from './full-lists.ts'
import { type Schema, variantsIn } from './openapi/refusals.ts'

const { app, call, done, lists } = await fullLists(t)
await done('bod', 'PATCH', '/api/sellers/S-1', { metadata: ODD })
await done('bod', 'PATCH', '/api/sellers/S-2', { metadata: { '-5': '+5' } })

type Row = Record<string, unknown>
const { components } = app.swagger() as unknown as { components: { schemas: Record<string, Schema> } }
const variants = variantsIn(components.schemas)

/** The value in a row that a column shows. */
const valueAt = (row: Row, column: string) =>
  column.split('.').reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row)

/** Whether what stands at the column may be a list or an object without columns of its own. */
function isStructure(row: Schema[], column: string): boolean {
  const [name = '', ...rest] = column.split('.')
  const inner = row.flatMap(({ properties }) => (properties?.[name] ? variants(properties[name]) : []))
  if (rest.length > 0) return isStructure(inner, rest.join('.'))
  return inner.some(({ type }) => type === 'array' || type === 'object')
}

/** What is wrong with the cell of a value. A number that counts for nothing, such as that of an unrated seller, is left out. */
function problemWith(value: unknown, cell: string): string | undefined {
  if (typeof value === 'object' && value !== null && cell === '')
    return `nothing for ${JSON.stringify(value)}`
  if (typeof value === 'object' && value !== null)
    return isDeepStrictEqual(JSON.parse(cell), value) ? undefined : `${cell} for ${JSON.stringify(value)}`
  if (cell === '') return undefined
  if (value === null || value === undefined) return `${cell} for nothing`
  return cell.replace(/^'/, '') === String(value).replace(/^'/, '') ? undefined : `${cell} for ${value}`
}

const shown = new Set<string>()
const expected = new Set<string>()

for (const { path, url, forms, limit } of lists)
  await t.test(`${path} holds as CSV what it holds as JSON`, async (t) => {
    const asked = url(limit === undefined ? {} : { limit: '500' })
    const json = await call('bod', 'GET', asked)
    t.equal(json.status, 200, json.body.error)
    const csv = await call('bod', 'GET', asked, undefined, { accept: 'text/csv' })
    const [columns = [], ...lines] = parse(csv.body, { bom: true }) as string[][]
    const rows: Row[] = json.body.data
    t.ok(lines.length >= rows.length)
    const items = variants(forms['application/json']?.schema as Schema).flatMap(({ properties }) =>
      variants(properties?.data ?? {}).flatMap(({ items }) => (items ? variants(items) : [])),
    )
    for (const column of columns) if (isStructure(items, column)) expected.add(`${path} ${column}`)
    const problems: string[] = []
    for (const [n, row] of rows.entries())
      for (const [at, column] of columns.entries()) {
        const value = valueAt(row, column)
        const problem = problemWith(value, lines[n]?.[at] ?? 'no cell')
        if (problem) problems.push(`${column} in row ${n}: ${problem}`)
        if (typeof value === 'object' && value !== null) shown.add(`${path} ${column}`)
      }
    t.same(problems.slice(0, 3), [])
  })

t.test('every column that may hold a structure was seen with one', async (t) => {
  t.ok(lists.length > 40)
  t.same(
    [...expected].filter((column) => !shown.has(column)),
    [],
  )
})

t.test('a structure stays what it is, whatever its texts look like', async (t) => {
  const { body } = await call('bod', 'GET', '/api/sellers', undefined, { accept: 'text/csv' })
  const rows = parse(body, { bom: true, columns: true }) as Record<string, string>[]
  const metadata = rows.map((row) => JSON.parse(row.metadata as string))
  t.strictSame(metadata.slice(-2), [ODD, { '-5': '+5' }])
})

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
