import t from 'tap'
import { randomFor } from '../../prisma/seed/random.ts'

const draw = (count: number, ...key: (string | number)[]) => {
  const random = randomFor(...key)
  return Array.from({ length: count }, () => random.unit())
}

t.test('the same key gives the same stream, another key another one', async (t) => {
  t.same(draw(5, 'orders', 'S-1001'), draw(5, 'orders', 'S-1001'))
  t.notSame(draw(5, 'orders', 'S-1001'), draw(5, 'orders', 'S-1002'))
})

t.test('a stream is the same on every machine', async (t) => {
  t.same(
    draw(3, 'fixed').map((value) => value.toFixed(9)),
    ['0.540165006', '0.726846713', '0.272819984'],
  )
})

t.test('numbers fill 0 to 1 evenly', async (t) => {
  const tenths = Array<number>(10).fill(0)
  for (const value of draw(20_000, 'even'))
    tenths[Math.floor(value * 10)] = (tenths[Math.floor(value * 10)] ?? 0) + 1
  for (const [tenth, count] of tenths.entries())
    t.ok(Math.abs(count - 2000) < 200, `tenth ${tenth} has ${count} of 20,000`)
})

t.test('a whole number reaches both ends, a pick every member', async (t) => {
  const random = randomFor('ends')
  t.same([...new Set(Array.from({ length: 200 }, () => random.whole(2, 4)))].sort(), [2, 3, 4])
  t.same([...new Set(Array.from({ length: 200 }, () => random.pick(['a', 'b'])))].sort(), ['a', 'b'])
})

t.test('a chance is true in so many of a hundred cases', async (t) => {
  const random = randomFor('chance')
  const hits = Array.from({ length: 20_000 }, () => random.chance(30)).filter(Boolean).length
  t.ok(Math.abs(hits - 6000) < 250, `${hits} of 20,000`)
  t.same([random.chance(0), random.chance(100)], [false, true])
})
