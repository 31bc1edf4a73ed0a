import { readFile } from 'node:fs/promises'
import t from 'tap'
import { answersOf } from './answers.ts'

t.test('every read answers about the thousand sellers as it did before', async (t) => {
  const [, ...before] = (await readFile(new URL('answers.csv', import.meta.url), 'utf8')).trim().split('\n')
  const now = await answersOf(t)
  t.ok(now.length > 200, `${now.length} reads`)
  t.same(
    {
      other: now.filter((line) => !before.includes(line)),
      gone: before.filter((line) => !now.includes(line as never)),
    },
    { other: [], gone: [] },
    'npm run answers writes them anew, where a change is meant',
  )
})
