import { Type } from '@sinclair/typebox'
import t from 'tap'
import { csvColumns, emptyInCsv, valueAt } from '../../../src/platform/csv/list-schema.ts'
import { Nullable } from '../../../src/platform/schemas/schemas.ts'

const Row = Type.Object({
  id: Type.Integer(),
  tier: Type.Object({ name: Type.String(), color: Type.String() }),
  part: Nullable(Type.Object({ value: Nullable(Type.Number()) })),
  warehouses: Type.Array(Type.String()),
  metadata: Type.Record(Type.String(), Type.Unknown()),
  anything: Type.Optional(Type.Unknown()),
})
const columns = csvColumns(Row)

t.test('fields of nested objects are columns of their own', async (t) => {
  t.same(
    columns.map(({ name }) => name),
    ['id', 'tier.name', 'tier.color', 'part.value', 'warehouses', 'metadata', 'anything'],
  )
})

t.test('values are found where the columns say', async (t) => {
  const row = {
    id: 7,
    tier: { name: 'Gold', color: '#D4A017' },
    part: { value: 1.5 },
    warehouses: ['1'],
    metadata: {},
  }
  t.same(
    columns.map((column) => valueAt(row, column)),
    [7, 'Gold', '#D4A017', 1.5, ['1'], {}, undefined],
  )
})

t.test('what lies behind a null is nothing', async (t) => {
  t.equal(valueAt({ part: null }, columns[3] as (typeof columns)[0]), undefined)
})

t.test('a cell may be empty in some rows', async (t) => {
  const total = emptyInCsv(Type.Number(), ({ rated }: { rated: boolean }) => !rated)
  const [column] = csvColumns(Type.Object({ total }))
  t.equal(valueAt({ total: 7, rated: true }, column as (typeof columns)[0]), 7)
  t.equal(valueAt({ total: 0, rated: false }, column as (typeof columns)[0]), undefined)
})
