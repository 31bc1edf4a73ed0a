import { isDeepStrictEqual } from 'node:util'
import { parse } from 'csv-parse/sync'
import t from 'tap'
import { fullLists, ODD } from '../full-lists.ts'
import { type Schema, variantsIn } from '../openapi/refusals.ts'

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
