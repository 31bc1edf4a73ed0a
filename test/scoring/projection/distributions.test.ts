import t from 'tap'
import {
  beta,
  binomial,
  gamma,
  poisson,
  streamOf,
  type Uniform,
} from '../../../src/scoring/projection/distributions.ts'

const MANY = 20_000

/** Mean and variance of many draws. */
function momentsOf(draw: (uniform: Uniform) => number) {
  const uniform = streamOf('moments')
  const values = Array.from({ length: MANY }, () => draw(uniform))
  const mean = values.reduce((sum, value) => sum + value, 0) / MANY
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (MANY - 1) }
}

t.test('a stream is fixed by its seed, to the last bit', async (t) => {
  const first = (...seed: string[]) => Array.from({ length: 3 }, streamOf(...seed))
  t.same(
    first('S-1018', '2026-06', '2026-06-10T00:00:00.000Z'),
    [0.6028029233002571, 0.4137306913593223, 0.04756533457847312],
  )
  t.not(first('a', 'b')[0], first('ab', '')[0])
  const uniform = streamOf('range')
  const values = Array.from({ length: 5000 }, uniform)
  t.ok(values.every((value) => value > 0 && value < 1))
})

t.test('draws have the mean and the variance of their distribution', async (t) => {
  const cases: [string, (uniform: Uniform) => number, number, number][] = [
    ['gamma 0.3', (u) => gamma(u, 0.3), 0.3, 0.3],
    ['gamma 7', (u) => gamma(u, 7), 7, 7],
    ['beta 2 6', (u) => beta(u, 2, 6), 0.25, (0.25 * 0.75) / 9],
    ['binomial 10', (u) => binomial(u, 10, 0.3), 3, 2.1],
    ['binomial 1000', (u) => binomial(u, 1000, 0.97), 970, 29.1],
    ['poisson 3', (u) => poisson(u, 3), 3, 3],
    ['poisson 400', (u) => poisson(u, 400), 400, 400],
  ]
  for (const [name, draw, mean, variance] of cases) {
    const found = momentsOf(draw)
    t.ok(Math.abs(found.mean - mean) < 5 * Math.sqrt(variance / MANY), `${name}: mean ${found.mean}`)
    t.ok(Math.abs(found.variance / variance - 1) < 0.1, `${name}: variance ${found.variance}`)
  }
})

t.test('the ends of every distribution', async (t) => {
  const u = streamOf('ends')
  t.same([gamma(u, 0), beta(u, 0, 3), beta(u, 3, 0), poisson(u, 0)], [0, 0, 1, 0])
  t.same([binomial(u, 0, 0.5), binomial(u, 500, 0), binomial(u, 500, 1)], [0, 0, 500])
})
