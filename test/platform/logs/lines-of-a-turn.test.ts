import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { linesOfATurn } from '../../../src/platform/logs/lines-of-a-turn.ts'

function recorder() {
  const written: string[] = []
  const lines = linesOfATurn({ write: (text: string) => Boolean(written.push(text)) })
  return { lines, written }
}

t.test('the lines of one turn are written together at its end, in order', async (t) => {
  const { lines, written } = recorder()
  for (const line of ['1\n', '2\n']) lines.write(line)
  t.same(written, [])
  await turn()
  t.same(written, ['1\n2\n'])
  lines.write('3\n')
  await turn()
  t.same(written, ['1\n2\n', '3\n'])
})

t.test('what is held is written at once where it is asked for, and only once', async (t) => {
  const { lines, written } = recorder()
  lines.write('1\n')
  lines.flushSync()
  t.same(written, ['1\n'])
  lines.flushSync()
  await turn()
  t.same(written, ['1\n'])
})

t.test('more than 64 kB are not held', async (t) => {
  const { lines, written } = recorder()
  const line = `${'x'.repeat(40_000)}\n`
  lines.write(line)
  lines.write(line)
  t.same(written, [line + line])
})
