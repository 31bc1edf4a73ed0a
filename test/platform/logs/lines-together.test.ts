import t from 'tap'
import { linesTogether } from '../../../src/platform/logs/lines-together.ts'
import { eventually } from '../../setup/eventually.ts'

function recorder() {
  const written: string[] = []
  const lines = linesTogether({ write: (text: string) => Boolean(written.push(text)) })
  return { lines, written }
}

t.test('lines of some milliseconds are written together, in order', async (t) => {
  const { lines, written } = recorder()
  for (const line of ['1\n', '2\n']) lines.write(line)
  t.same(written, [])
  await eventually(async () => written.length > 0)
  lines.write('3\n')
  await eventually(async () => written.length > 1)
  t.same(written, ['1\n2\n', '3\n'])
})

t.test('what is held is written at once where it is asked for, and only once', async (t) => {
  const { lines, written } = recorder()
  lines.write('1\n')
  lines.flushSync()
  t.same(written, ['1\n'])
  lines.flushSync()
  lines.write('2\n')
  await eventually(async () => written.length > 1)
  t.same(written, ['1\n', '2\n'])
})

t.test('more than 64 kB are not held', async (t) => {
  const { lines, written } = recorder()
  const line = `${'x'.repeat(40_000)}\n`
  lines.write(line)
  lines.write(line)
  t.same(written, [line + line])
})
