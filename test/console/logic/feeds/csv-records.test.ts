import fc from 'fast-check'
import t from 'tap'
import { csvFormOf, csvOf, csvRows } from '../../../../console/logic/feeds/csv-records.ts'
import { BadEncoding, textsOf } from '../../../../console/logic/feeds/decode.ts'
import type { Encoding } from '../../../../console/logic/feeds/file-kind.ts'
import type { FileRow } from '../../../../console/logic/feeds/file-rows.ts'

/** Bytes in blocks of a size, as a file is read. */
async function* blocksOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** The rows of a text, read in blocks of so many bytes. */
async function rowsOf(text: string | Uint8Array, size = 7, encoding: Encoding = 'utf-8'): Promise<FileRow[]> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const form = csvFormOf(new TextDecoder(encoding).decode(bytes))
  const rows: FileRow[] = []
  for await (const some of csvRows(textsOf(blocksOf(bytes, size), encoding), form)) rows.push(...some)
  return rows
}

const cells = fc.string({
  unit: fc.constantFrom('a', 'é', '€', '😀', '"', ',', ';', '\n', ' ', '1'),
  maxLength: 6,
})

t.test('what is written is read again, wherever a block ends', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cells, cells), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(',', ';', '\t'),
      async (written, size, delimiter) => {
        const filled = written.map(([one, other]) => [`x${one}`, other])
        const bytes = new TextEncoder().encode(csvOf(['one', 'other'], filled, delimiter))
        const form = { is: 'csv' as const, delimiter, linebreak: '\r\n', columns: ['one', 'other'] }
        const rows: FileRow[] = []
        for await (const some of csvRows(textsOf(blocksOf(bytes, size), 'utf-8'), form)) rows.push(...some)
        t.same(
          rows.map(({ cells }) => cells),
          filled,
        )
        t.notOk(rows.some(({ broken }) => broken))
      },
    ),
    { numRuns: 200 },
  )
})

t.test('delimiter, ends of lines and columns are found', async (t) => {
  t.match(csvFormOf('a;b\r\n1;2\r\n3;4\r\n'), { delimiter: ';', linebreak: '\r\n', columns: ['a', 'b'] })
  t.match(csvFormOf('a\tb\n1\t2\n'), { delimiter: '\t', linebreak: '\n' })
  t.match(csvFormOf(' Order ID , "Units"\n1,2\n').columns[0], 'Order ID')
})

t.test('rows carry the line of the file at which they begin', async (t) => {
  const rows = await rowsOf('a,b\n1,"two\nlines"\n\n3,4\n"5","6"')
  t.same(
    rows.map(({ line, cells }) => [line, cells]),
    [
      [2, ['1', 'two\nlines']],
      [5, ['3', '4']],
      [6, ['5', '6']],
    ],
  )
})

t.test('a text that looks like a number stays one', async (t) => {
  const [row] = await rowsOf('a,b\n007,1e5\n')
  t.same(row?.cells, ['007', '1e5'])
})

t.test('a broken line is told, and the lines behind it are read', async (t) => {
  const rows = await rowsOf('a,b,c\n1,2,3\n1,2\n1,2,3,4\n1,2,3,,\n"x"y",2,3\n4,5,6\n')
  t.match(rows, [
    { line: 2, broken: undefined },
    { line: 3, broken: { is: 'cells', found: 2, wanted: 3 } },
    { line: 4, broken: { is: 'cells', found: 4, wanted: 3 } },
    { line: 5, broken: undefined },
    { line: 6, broken: { is: 'quote' } },
    { line: 7, broken: undefined },
  ])
})

t.test('a quote that is never closed is told with its line, and ends the reading', async (t) => {
  t.match(await rowsOf('a,b\n1,2\n3,"4\n5,6\n'), [{ line: 2 }, { line: 3, broken: { is: 'open-quote' } }])
  const long = `a,b\n1,2\n3,"4\n${'5,6\n'.repeat(100_000)}`
  const rows = await rowsOf(long, 64 * 1024)
  t.match(rows.at(-1), { line: 3, broken: { is: 'open-quote' } })
  t.equal(rows.length, 2)
})

t.test('bytes that are not UTF-8 are told with their line, and how Latin-1 has it', async (t) => {
  const bytes = Buffer.from('a,b\n1,2\n3,Müller\n', 'latin1')
  for (const size of [3, 9, 100]) {
    const error = await rowsOf(bytes, size).catch((thrown) => thrown)
    t.equal(error.line, 3, `in blocks of ${size}`)
  }
  const error = await rowsOf(bytes, 100).catch((thrown) => thrown)
  t.ok(error instanceof BadEncoding)
  t.equal(error.guess, '3,Müller')
  t.match((await rowsOf(bytes, 4, 'windows-1252')).at(-1)?.cells, ['3', 'Müller'])
})

t.test('a byte order mark belongs to no column', async (t) => {
  const rows = await rowsOf('\uFEFFa,b\r\n1,2\r\n')
  t.same(rows, [{ line: 2, cells: ['1', '2'] }])
  const wide = Buffer.from('\uFEFFa\tb\n1\té\n', 'utf16le')
  t.same((await rowsOf(wide, 3, 'utf-16le'))[0]?.cells, ['1', 'é'])
})
