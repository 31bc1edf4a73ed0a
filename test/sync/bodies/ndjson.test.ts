import { Readable } from 'node:stream'
import fc from 'fast-check'
import t from 'tap'
import { chunksOf, linesOf, TOO_LONG } from '../../../plugins/sync/bodies/ndjson.ts'
import { pushedFacts } from '../../../plugins/sync/pushed-feed.ts'
import { orders as orderFeed } from '../../../src/feeds/orders.ts'

const orders = pushedFacts(orderFeed)

async function read(...blocks: (string | Buffer)[]) {
  const chunks = []
  for await (const chunk of chunksOf(
    Readable.from(blocks.map((block) => Buffer.from(block as string))),
    orders,
  ))
    chunks.push(chunk)
  return chunks
}

/** A text, and of each of its records what is wrong with it, or that it is good. */
const cases: [string, string | Buffer, string[]][] = [
  ['the last line needs no newline', '{"a":1}\n{"a":2}', ['good', 'good']],
  ['lines may end as Windows ends them', '{"a":1}\r\n{"a":2}\r\n', ['good', 'good']],
  ['blank lines do not count', '\n{"a":1}\n  \r\n\n{"a":2}\n\n', ['good', 'good']],
  ['a byte order mark before the first line is no part of it', '\uFEFF{"a":1}', ['good']],
  [
    'a broken line is a bad record among good ones',
    '{"a":1}\n{"a":\n{"a":2}',
    ['good', 'the line is not valid JSON', 'good'],
  ],
  [
    'bytes that are no UTF-8 are a bad record',
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}\n{}')]),
    ['the line is not valid UTF-8', 'good'],
  ],
  [
    'a NUL character is a bad record',
    '{"a":{"b":"\\u0000"}}',
    ["a.b holds a NUL character or half a surrogate pair, which can't be stored"],
  ],
  [
    'half a surrogate pair is a bad record',
    '{"a":"\\ud83d"}\n{"a":"\\ud83d\\ude00"}',
    ["a holds a NUL character or half a surrogate pair, which can't be stored", 'good'],
  ],
  [
    'a line of more than 64 KiB is a bad record',
    `{"a":"${'x'.repeat(65_530)}"}\n{}`,
    ['the line is longer than 65536 bytes', 'good'],
  ],
  [
    'a line nested without end is a bad record',
    `${'['.repeat(30_000)}${']'.repeat(30_000)}\n{}`,
    ['the record is nested deeper than 50 levels', 'good'],
  ],
]
for (const [title, text, expected] of cases)
  t.test(title, async (t) => {
    const found = (await read(text)).flat()
    t.same(
      found.map(({ position, problem = 'good' }, n) => (position === n ? problem : position)),
      expected,
    )
  })

t.test('a long stream comes in chunks, whose positions go on', async (t) => {
  const chunks = await read(...Array.from({ length: 45 }, () => '{"a":1}\n'.repeat(100)))
  const places = chunks.map((chunk) => `${chunk.length} from ${chunk[0]?.position}`)
  t.same(places, ['2000 from 0', '2000 from 2000', '500 from 4000'])
})

t.test('large records come in smaller chunks', async (t) => {
  const [first] = await read(...Array.from({ length: 100 }, () => `{"a":"${'x'.repeat(60_000)}"}\n`))
  t.equal(first?.length, 70, '70 records of 60 kB are the first to pass 4 MiB')
})

t.test('a stream that breaks off is an error, and its last line no record', async (t) => {
  const stream = Readable.from(
    (async function* () {
      yield Buffer.from('{"a":1}\n{"a":')
      throw new Error('gone')
    })(),
  )
  await t.rejects(chunksOf(stream, orders).next(), { message: 'gone' })
})

async function readLines(blocks: Buffer[], longest = 100) {
  const found: string[] = []
  const source = (async function* () {
    yield* blocks
  })()
  for await (const lines of linesOf(source, longest))
    for (const line of lines) found.push(line === TOO_LONG ? 'TOO LONG' : line.toString())
  return found
}

const cuts: [string, string[], string[]][] = [
  ['nothing has no lines', [], []],
  ['a text without a newline is one line', ['abc'], ['abc']],
  ['a newline at the end begins no line', ['abc\n'], ['abc']],
  ['blank lines are lines', ['\n\na\n\n'], ['', '', 'a', '']],
  ['a line goes on in the next block', ['ab', 'c\nd', 'e', 'f'], ['abc', 'def']],
  ['a newline may stand alone in a block', ['ab', '\n', 'c'], ['ab', 'c']],
  ['a carriage return is left to the reader', ['a\r\nb\r\n'], ['a\r', 'b\r']],
  [
    'a line that is too long is told of once',
    [`${'x'.repeat(60)}`, 'y'.repeat(60), 'z'.repeat(60), '\nok'],
    ['TOO LONG', 'ok'],
  ],
  ['a last line that is too long is told of', ['ok\n', 'x'.repeat(101)], ['ok', 'TOO LONG']],
  ['the longest line is not too long', ['x'.repeat(100), '\n'], ['x'.repeat(100)]],
]
for (const [title, blocks, lines] of cuts)
  t.test(title, async (t) => {
    t.same(await readLines(blocks.map((block) => Buffer.from(block))), lines)
  })

t.test('where the blocks are cut makes no difference', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[a-zé🎉 ]{0,12}$/u)),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (lines, sizes) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        const blocks: Buffer[] = []
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = sizes[i % sizes.length] as number
          blocks.push(bytes.subarray(at, at + size))
          at += size
        }
        t.same(await readLines(blocks), lines)
      },
    ),
  )
})
