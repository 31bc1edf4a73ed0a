import { Type } from '@sinclair/typebox'
import t from 'tap'
import { headingLine, rowLines } from '../../../src/platform/csv/export.ts'
import { csvColumns, emptyInCsv, valueAt } from '../../../src/platform/csv/list-schema.ts'
import { Nullable } from '../../../src/platform/schemas/schemas.ts'

const value = [{ name: 'value', path: ['value'] }]
const written = (given: unknown) => rowLines(value, [{ value: given }]).slice(0, -2)

const CASES: [unknown, string, string][] = [
  [null, '', 'null is empty'],
  [undefined, '', 'a missing value is empty'],
  [0, '0', 'a number'],
  [-1.25, '-1.25', 'a negative number stays a number'],
  [false, 'false', 'a boolean'],
  ['Acme GmbH', 'Acme GmbH', 'plain text'],
  ['Müller & Söhne 株式会社', 'Müller & Söhne 株式会社', 'text of any script'],
  ['a,b', '"a,b"', 'a comma is quoted'],
  ['say "hi"', '"say ""hi"""', 'quotes are doubled'],
  ['a\nb', '"a\nb"', 'a line break is quoted'],
  ['a\r\nb', '"a\r\nb"', 'so is one of two characters'],
  [' padded ', '" padded "', 'blanks at the ends are kept by quotes'],
  ['=1+1', "'=1+1", 'a formula is neutralised'],
  ['+49 40 1234', "'+49 40 1234", 'so is what begins with a plus'],
  ['-5', "'-5", 'or with a minus, for it is text'],
  ['@SUM(A1)', "'@SUM(A1)", 'or with an at sign'],
  ['\t=1', "'\t=1", 'or with a tab'],
  ['\r=1', `"'\r=1"`, 'or with a carriage return'],
  ['\n=1', `"'\n=1"`, 'or with a line feed'],
  [' =1', "' =1", 'or with a blank before it'],
  ['\u00a0\u200b\ufeff=1', "'\u00a0\u200b\ufeff=1", 'or with blanks that can’t be seen'],
  ['＝1', "'＝1", 'or with a full-width sign'],
  ['\u3000＋1', "'\u3000＋1", 'after a full-width blank, too'],
  ['－1', "'－1", 'a full-width minus'],
  ['＠SUM(A1)', "'＠SUM(A1)", 'a full-width at sign'],
  ['=A1,"x"', `"'=A1,""x"""`, 'a formula is neutralised inside its quotes'],
  ['a=b', 'a=b', 'a sign further on does no harm'],
  [['1', '2'], `"[""1"",""2""]"`, 'a list is JSON'],
  [[], '[]', 'an empty list, too'],
  [['=1'], `"[""=1""]"`, 'no formula begins inside of a list'],
  [[{ a: 1, b: 'x' }], `"[{""a"":1,""b"":""x""}]"`, 'a list of objects is JSON'],
  [
    [
      [0, 1.5],
      [-2, 3],
    ],
    '"[[0,1.5],[-2,3]]"',
    'a list of lists, too',
  ],
  [{ a: { b: 1, c: null }, e: [1, 2] }, `"{""a"":{""b"":1,""c"":null},""e"":[1,2]}"`, 'and an object'],
  [{ '=a': '+1' }, `"{""=a"":""+1""}"`, 'no formula begins inside of an object'],
  [{ a: 'x\r\n"y"' }, `"{""a"":""x\\r\\n\\""y\\""""}"`, 'its quotes and line breaks are those of JSON'],
  [{}, '{}', 'an empty object is one'],
]

for (const [given, expected, title] of CASES) t.test(title, async (t) => t.equal(written(given), expected))

t.test('lines end as RFC 4180 has it', async (t) => {
  const columns = ['a', 'b'].map((name) => ({ name, path: [name] }))
  const rows = [
    { a: 1, b: 2 },
    { a: 3, b: 'x,y' },
  ]
  t.equal(headingLine(columns) + rowLines(columns, rows), 'a,b\r\n1,2\r\n3,"x,y"\r\n')
})

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
