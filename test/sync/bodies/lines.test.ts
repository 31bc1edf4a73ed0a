import fc from 'fast-check'
import t from 'tap'
import { linesOf, TOO_LONG } from '../../../plugins/sync/bodies/ndjson.ts'

async function read(blocks: Buffer[], longest = 100) {
  const found: string[] = []
  const source = (async function* () {
    yield* blocks
  })()
  for await (const lines of linesOf(source, longest))
    for (const line of lines) found.push(line === TOO_LONG ? 'TOO LONG' : line.toString())
  return found
}

const cases: [string, string[], string[]][] = [
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
for (const [title, blocks, lines] of cases)
  t.test(title, async (t) => {
    t.same(await read(blocks.map((block) => Buffer.from(block))), lines)
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
        t.same(await read(blocks), lines)
      },
    ),
  )
})
