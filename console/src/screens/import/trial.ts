import { useEffect, useReducer, useState } from 'react'
import { type Fault, type Feed, type Row, tryRows } from './data.ts'
import type { Target } from './mapping.ts'

/** So many rows at once: an answer comes within a second. */
export const AT_ONCE = 2000
/** After the last letter typed. */
const PAUSE_MS = 400
const NONE: Fault[] = []

/** What the service says of each row, without storing it; a row that is written over is tried again. */
export function useTrial({ feed, key }: Feed, targets: Target[], rows: Row[]) {
  const [known] = useState(() => new WeakMap<Row, Fault[]>())
  const [told] = useState(() => new Set<{ of: Row[]; warnings: string[] }>())
  const [tick, next] = useReducer((n: number) => n + 1, 0)
  const [error, setError] = useState<unknown>()
  const untried = rows.filter((row) => !known.has(row))
  // A warning is of rows together: when one of them is written over, it is asked for again.
  const here = new Set(rows)
  const stale = [...told].filter(({ of }) => !of.every((row) => here.has(row)))
  const again = stale.flatMap(({ of }) => of.filter((row) => here.has(row)))

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tick` tells that more is known
  useEffect(() => {
    const fresh = untried.slice(0, AT_ONCE)
    // Rows of one record are tried together, so that it is said where they differ.
    const at = key.map((name) => targets.findIndex((one) => one?.field === name))
    const keyOf = (row: Row) =>
      at.every((j) => row[j]?.trim()) ? at.map((j) => row[j]?.trim()).join('\0') : row
    const keys = new Set(fresh.map(keyOf))
    const alike = fresh.length > 0 ? rows.filter((row) => keys.has(keyOf(row))) : []
    const some = [...new Set([...fresh, ...again, ...alike])]
    if (some.length === 0 || error) return
    const stop = new AbortController()
    const timer = setTimeout(
      () =>
        tryRows(feed, targets, some, stop.signal).then(
          ({ faults, warnings }) => {
            for (const [i, row] of some.entries()) known.set(row, faults.get(i) ?? NONE)
            for (const one of stale) told.delete(one)
            if (warnings.length > 0) told.add({ of: some, warnings })
            next()
          },
          (reason) => {
            if (!stop.signal.aborted) setError(reason)
          },
        ),
      tick === 0 || untried.length >= AT_ONCE ? 0 : PAUSE_MS,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [feed, targets, rows, tick, error])

  return {
    error,
    /** What is said of good rows all the same. */
    warnings: [...told].flatMap((one) => (one.of.some((row) => here.has(row)) ? one.warnings : [])),
    /** How many rows are not tried yet. */
    pending: untried.length,
    faultsOf: (row: Row) => known.get(row) ?? NONE,
    isGood: (row: Row) => known.get(row)?.length === 0,
    /** What a push has said of a row. */
    tell: (row: Row, faults: Fault[]) => known.set(row, faults),
    retry: () => setError(undefined),
  }
}

export type Trial = ReturnType<typeof useTrial>
