/** A target of the ratio to the limit, or of our own figure. */
export interface Target {
  of: 'ratio' | 'ours'
  at: 'least' | 'most'
  value: number
}

/** What one line of RESULTS.md says: our figure of each round, beside its limit's. */
export interface Figure {
  what: string
  unit: 'requests/s' | 'rows/s' | 'deliveries/s' | 'ms' | 'MB' | '% of a core'
  /** of each round */
  ours: number[]
  /** measured in turns with ours, so that a round's ratio is of one moment */
  limit?: { what: string; values: number[] }
  targets?: Target[]
}

/** What a file of `scenarios/` has by its name: it measures, checks that the answers are right, and tells. */
export type Scenario = (rounds: number) => Promise<Figure[]>

/** A figure of our own alone, or beside the limit that was measured in turns with it. */
export const alone = (what: string, unit: Figure['unit'], ours: number[], ...targets: Target[]): Figure => ({
  ...{ what, unit, ours, targets },
})
export const beside = (
  what: string,
  unit: Figure['unit'],
  { ours, limit }: Awaited<ReturnType<typeof alternate>>,
  limitIs: string,
  ...targets: Target[]
): Figure => ({ ...alone(what, unit, ours, ...targets), limit: { what: limitIs, values: limit } })

export const atLeast = (value: number, of: Target['of'] = 'ratio'): Target => ({ of, at: 'least', value })
export const atMost = (value: number, of: Target['of'] = 'ratio'): Target => ({ of, at: 'most', value })

export const median = (numbers: number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] as number

/** Of each round ours divided by the limit. */
export const ratiosOf = ({ ours, limit }: Figure) =>
  limit ? ours.map((value, round) => value / (limit.values[round] as number)) : []

/** Measures both in turns, the first first in every other round, after rounds that warm up and do not count. */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  limit: () => Promise<number>,
  warmUps = 1,
) {
  const values = { ours: [] as number[], limit: [] as number[] }
  for (let round = -warmUps; round < rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'limit'] as const) : (['limit', 'ours'] as const)
    for (const one of order) {
      const value = await (one === 'ours' ? ours : limit)()
      if (round >= 0) values[one].push(value)
    }
  }
  return values
}

/** How long the work takes, in ms. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
