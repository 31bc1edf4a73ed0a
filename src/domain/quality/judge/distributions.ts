import { psi, psiThreshold } from '../../../statistics/psi.ts'
import { type Finding, shown } from './check.ts'

const BINS = 10

/** The values of something in two months: one of each seller that has one. */
export interface Samples {
  /** A metric, or total. */
  name: string
  before: number[]
  after: number[]
  /** How many sellers have a value in the later month, where these are a sample of them. */
  sellers: number
}

/** What is distributed otherwise than in the month before. */
export const shiftedDistributions = (period: string, samples: readonly Samples[]): Finding[] =>
  samples.flatMap(({ name, before, after, sellers }) => {
    if (before.length === 0 || after.length === 0) return []
    const limit = psiThreshold(before.length, after.length)
    const value = psiOf(before, after)
    if (value <= limit) return []
    return [
      {
        id: `distribution:${name}`,
        level: 'warning',
        value: Math.round(value * 10_000) / 10_000,
        expected: Math.round(limit * 10_000) / 10_000,
        about: null,
        sellers,
        sentence: `${name === 'total' ? 'The total' : name} is spread otherwise in ${period} than in the month before: its mean went from ${shown(mean(before))} to ${shown(mean(after))}.`,
      },
    ]
  })

/** The PSI over ten bins that hold as many values before each; equal values share a bin. */
export function psiOf(before: readonly number[], after: readonly number[]): number {
  const sorted = before.toSorted((one, other) => one - other)
  const edges = Array.from(
    { length: BINS - 1 },
    (_, n) => sorted[Math.floor(((n + 1) * sorted.length) / BINS)] as number,
  )
  const distinct = [...new Set(edges)]
  return psi(binned(before, distinct), binned(after, distinct))
}

function binned(values: readonly number[], edges: readonly number[]) {
  const counts = Array.from({ length: edges.length + 1 }, () => 0)
  for (const value of values) {
    const bin = edges.findIndex((edge) => value < edge)
    const at = bin === -1 ? edges.length : bin
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
