import t from 'tap'
import { reconnectPauses } from '../../../../src/platform/database/connect/reconnect-pauses.ts'

const between = (low: number, high: number) => (ms: number) => ms >= low && ms <= high

t.test('pauses grow from a tenth of a second to the longest', async (t) => {
  const pauses = reconnectPauses(1_000)
  const seen = [1, 2, 3, 4, 5, 6, 7].map(() => pauses.next())
  const bounds: [number, number][] = [
    [80, 120],
    [160, 240],
    [320, 480],
    [640, 960],
    [800, 1_000],
    [800, 1_000],
    [800, 1_000],
  ]
  for (const [i, [low, high]] of bounds.entries())
    t.ok(between(low, high)(seen[i] as number), `${seen[i]} lies between ${low} and ${high}`)
})

t.test('no two processes keep the same beat', async (t) => {
  const first = () => reconnectPauses(5_000).next()
  t.ok(new Set(Array.from({ length: 20 }, first)).size > 1)
})

t.test('they begin anew when asked to', async (t) => {
  const pauses = reconnectPauses(5_000)
  for (let n = 0; n < 6; n++) pauses.next()
  pauses.restart()
  t.ok(between(80, 120)(pauses.next()))
})
