import t from 'tap'
import { kindOf } from '../../../../console/logic/feeds/file-kind.ts'
import { ndjsonFormOf, ndjsonRows } from '../../../../console/logic/feeds/ndjson-records.ts'

t.test('what is no text is told apart', async (t) => {
  const kinds: [string | number[], object][] = [
    ['', { is: 'empty' }],
    ['PK\u0003\u0004', { is: 'binary', what: 'excel' }],
    ['%PDF-1.7', { is: 'binary', what: 'pdf' }],
    [[0x1f, 0x8b, 8], { is: 'binary', what: 'gzip' }],
    ['a,b\n1,\u00002', { is: 'binary', what: 'other' }],
    ['a,b\n', { is: 'text', encoding: 'utf-8', bom: 0 }],
    [[0xef, 0xbb, 0xbf, 97], { is: 'text', encoding: 'utf-8', bom: 3 }],
    [[0xff, 0xfe, 97, 0], { is: 'text', encoding: 'utf-16le', bom: 2 }],
  ]
  for (const [bytes, kind] of kinds) t.same(kindOf(Buffer.from(bytes as string)), kind)
})

t.test('NDJSON is known by its first line, and broken lines are told', async (t) => {
  t.equal(ndjsonFormOf('a,b\n{"a":1}'), undefined)
  t.equal(ndjsonFormOf('{\n "a": 1\n}'), undefined)
  t.same(ndjsonFormOf('{"a":1}\n{"b":2}\n')?.columns, ['a', 'b'])
  async function* texts() {
    yield '{"a":1}\n\n{"a"'
    yield `:2}\nnope\n["a"]\n{"a":"${'x'.repeat(70_000)}"}\n{"a":3}`
  }
  const rows = []
  for await (const some of ndjsonRows(texts())) rows.push(...some)
  t.match(rows, [
    { line: 1, cells: { a: 1 } },
    { line: 3, cells: { a: 2 } },
    { line: 4, broken: { is: 'json' } },
    { line: 5, broken: { is: 'json' } },
    { line: 6, broken: { is: 'long' } },
    { line: 7, cells: { a: 3 } },
  ])
})
