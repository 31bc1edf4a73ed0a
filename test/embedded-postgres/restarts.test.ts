import t from 'tap'
import { mayRestart } from '../../src/embedded-postgres/restarts.ts'

const MINUTE = 60_000

t.test('a server may be started again three times in any ten minutes', async (t) => {
  const cases: [string, number[], number, boolean][] = [
    ['never yet', [], 0, true],
    ['twice just now', [0, 1], 2, true],
    ['three times just now', [0, 1, 2], 3, false],
    ['three times within ten minutes', [0, 5 * MINUTE, 9 * MINUTE], 10 * MINUTE - 1, false],
    ['the first of three ten minutes ago', [0, 5 * MINUTE, 9 * MINUTE], 10 * MINUTE, true],
    ['the second of four ten minutes ago', [0, 1, 2, 10 * MINUTE], 10 * MINUTE + 1, true],
    ['three times long ago', [0, 1, 2], 60 * MINUTE, true],
  ]
  for (const [what, restarts, now, expected] of cases) t.equal(mayRestart(restarts, now), expected, what)
})
