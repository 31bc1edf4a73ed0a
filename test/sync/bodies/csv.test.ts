import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { csvChunks } from '../../../plugins/sync/bodies/csv.ts'
import { pushedFacts } from '../../../plugins/sync/pushed-feed.ts'
import { orders as orderFeed } from '../../../src/feeds/orders.ts'

const orders = pushedFacts(orderFeed)

async function chunksIn(...blocks: (string | Buffer)[]) {
  const chunks = []
  for await (const chunk of csvChunks(
    Readable.from(blocks.map((block) => Buffer.from(block as string))),
    orders,
  ))
    chunks.push(chunk)
  return chunks
}

const HEADER = 'order_code,seller_code,ordered_at,note'
const record = (order_code: string, more = {}) => ({
  order_code,
  seller_code: 'S-1',
  ordered_at: '2026-10-05',
  ...more,
})

const cases: [string, string | Buffer, object[]][] = [
  ['a byte order mark, as Excel writes it', `\uFEFF${HEADER}\r\nA,S-1,2026-10-05,\r\n`, [record('A')]],
  [
    'quotes, doubled quotes and line ends in cells',
    `${HEADER}\n"A",S-1,2026-10-05,"say ""hi""\nthere"`,
    [record('A', { note: 'say "hi"\nthere' })],
  ],
  ['blanks around cells', `order_code , seller_code,ordered_at\n A , S-1 ,2026-10-05`, [record('A')]],
  ...[';', ',', '\t', '|'].map((x): [string, string, object[]] => [
    `a line sep=${x} above the header says what stands between cells`,
    `\uFEFFsep=${x}\r\n${HEADER.replaceAll(',', x)}\r\n${['A', 'S-1', '2026-10-05', '"x,y;z"'].join(x)}\r\n`,
    [record('A', { note: 'x,y;z' })],
  ]),
  [
    'lines that end in two ways',
    `sep=;\r\n${HEADER.replaceAll(',', ';')}\nA;S-1;2026-10-05;x\r\nB;S-1;2026-10-05;y\n`,
    [record('A', { note: 'x' }), record('B', { note: 'y' })],
  ],
  ['such a line in quotes', `"sep=;"\n${HEADER.replaceAll(',', ';')}\nA;S-1;2026-10-05;\n`, [record('A')]],
  [
    'empty cells between tabs',
    `sep=\t\n${HEADER.replace(',ordered_at', ',units,ordered_at').replaceAll(',', '\t')}\nA\tS-1\t\t2026-10-05\t\n`,
    [record('A')],
  ],
  ['lines without a value do not count', `${HEADER}\n\n,,,\nA,S-1,2026-10-05,\n\n`, [record('A')]],
  ['a quote within a cell', `${HEADER}\nA,S-1,2026-10-05,7" disk\n`, [record('A', { note: '7" disk' })]],
  [
    'the delimiter of the header counts',
    `"order_code;x","seller_code",ordered_at,order_id\na,S-1,2026-10-05,A`,
    [{ 'order_code;x': 'a', seller_code: 'S-1', ordered_at: '2026-10-05', order_id: 'A' }],
  ],
]
for (const [title, text, expected] of cases)
  t.test(title, async (t) => {
    const found = (await chunksIn(text)).flat()
    const read = found.map(({ value, problem }) => problem ?? { ...(value as object) })
    t.same(read, expected)
  })

const problems: [string, string | Buffer, string][] = [
  ['too few cells', `${HEADER}\nA,S-1,2026-10-05\n`, 'the line has 3 cells, and the first line 4'],
  ['too many cells', `${HEADER}\nA,S-1,2026-10-05,a,b\n`, 'the line has 5 cells, and the first line 4'],
  [
    'bytes that are no UTF-8',
    Buffer.from(`${HEADER}\nA,S-1,2026-10-05,\xe4\n`, 'latin1'),
    'the line is not valid UTF-8: save the file as UTF-8',
  ],
  [
    'a NUL character',
    `${HEADER}\nA,S-1,2026-10-05,a\0b\n`,
    "note holds a NUL character, which can't be stored",
  ],
]
for (const [title, text, problem] of problems)
  t.test(`${title} are a bad record among good ones`, async (t) => {
    const good = Buffer.from('B,S-1,2026-10-05,\n')
    const found = (await chunksIn(Buffer.concat([Buffer.from(text as string), good]))).flat()
    t.match(found, [
      { position: 0, problem },
      { position: 1, problem: undefined },
    ])
  })

const OTHER_ENCODING = /^the body is UTF-16 or UTF-32: save the file as/
const TITLE = /; put , or ; between the cells, and delete lines of title above them$/
const refused: [string, string | Buffer, RegExp][] = [
  [
    'a header of names that are no fields',
    'order_code;Händler;Datum\nA;S-1;05.10.2026\n',
    /no column for seller_code, ordered_at; no fields of orders are Händler, Datum: rename them, or push with a mapping$/,
  ],
  [
    'a header of many such names',
    `order_code,${Array.from({ length: 12 }, (_, n) => `C${n}`)},${'x'.repeat(100)}\n`,
    /; no fields of orders are C0, .*, C9 and 3 more: rename them, or push with a mapping$/,
  ],
  [
    'a header with tabs between its names',
    `${HEADER.replaceAll(',', '\t')}\nA\tS-1\t2026-10-05\tx\n`,
    /^the cells of the first line are separated by tabs: put , or ; between the cells$/,
  ],
  [
    'a title above the header',
    `Orders of October\n\n${HEADER}\nA,S-1,2026-10-05,x\n`,
    /has no column for order_code, seller_code, ordered_at; put , or ; between the cells, and delete lines of title above them$/,
  ],
  ['a title with empty cells above the header', `Orders;;;\n${HEADER.replaceAll(',', ';')}\n`, TITLE],
  [
    'a title of two cells above the header',
    `Orders,October\n${HEADER}\nA,S-1,2026-10-05,x\n`,
    /; no fields of orders are Orders, October: rename them, delete lines of title above the header, or push with a mapping$/,
  ],
  ['gzip that is not said so', gzipSync(HEADER), /^the body is gzip: send it with Content-Encoding: gzip$/],
  ['UTF-16', Buffer.from(`\uFEFF${HEADER}\n`, 'utf16le'), OTHER_ENCODING],
  ['UTF-16 without a mark', Buffer.from(HEADER, 'utf16le'), OTHER_ENCODING],
  ['UTF-32', Buffer.from(HEADER.replaceAll(/./g, '\0\0\0$&')), OTHER_ENCODING],
  ['a workbook', 'PK\x03\x04\n', /^the body is a workbook or a ZIP file: save it as CSV$/],
  [
    'a header that lacks a field',
    'order_code,seller_code\n',
    /name the fields, and has no column for ordered_at$/,
  ],
  [
    'data in the place of the header',
    'A,S-1,2026-10-05\n',
    /no fields of orders are A, S-1, 2026-10-05: rename/,
  ],
  [
    'a name twice',
    'order_code,order_code,seller_code,ordered_at\n',
    /^the first line names order_code twice$/,
  ],
  [
    'a quote that is not closed',
    `${HEADER}\nA,S-1,2026-10-05,x\nB,S-1,2026-10-05,"y\n`,
    /^the body can't be read as CSV at line \d: a quote is not closed/,
  ],
  [
    'a record without end',
    `${HEADER}\nA,S-1,2026-10-05,"${'x'.repeat(70_000)}"\n`,
    /a record is longer than 65536 bytes/,
  ],
]
for (const [title, text, message] of refused)
  t.test(`${title} ends the push`, async (t) => {
    await t.rejects(chunksIn(text), { statusCode: 400, message })
  })

t.test('a table that takes back needs only keys', async (t) => {
  t.equal((await chunksIn('order_code,seller_code,deleted\nA,S-1,1')).flat().length, 1)
})

t.test('nothing to read is nothing', async (t) => {
  t.same(await chunksIn(''), [])
  t.same(await chunksIn(HEADER), [])
})

t.test('a long stream comes in chunks, wherever its blocks are cut', async (t) => {
  const text = `${HEADER}\n${Array.from({ length: 4_500 }, (_, i) => `O-${i},S-1,2026-10-05,"ä;ö"\n`).join('')}`
  const bytes = Buffer.from(text)
  const blocks = Array.from({ length: Math.ceil(bytes.length / 777) }, (_, i) =>
    bytes.subarray(i * 777, (i + 1) * 777),
  )
  const chunks = await chunksIn(...blocks)
  const places = chunks.map((chunk) => `${chunk.length} from ${chunk[0]?.position}`)
  t.same(places, ['2000 from 0', '2000 from 2000', '500 from 4000'])
  t.match(chunks[2]?.at(-1), { value: { order_code: 'O-4499', note: 'ä;ö' }, problem: undefined })
})

t.test('a stream that breaks off is an error', async (t) => {
  const stream = Readable.from(
    (async function* () {
      yield Buffer.from(`${HEADER}\nA,S-1`)
      throw new Error('gone')
    })(),
  )
  await t.rejects(csvChunks(stream, orders).next(), { message: 'gone' })
})
