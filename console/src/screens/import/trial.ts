import { useEffect, useReducer, useRef, useState } from 'react'
import { newKey } from '../../api/client.ts'
import { Refusal } from '../../api/refusal.ts'
import { type Fault, type Feed, faultsOf, type PushResult, push, type Row, tryRows } from './data.ts'
import { keysOf, type Target } from './mapping.ts'

/** So many rows at once: an answer comes within a second. */
const AT_ONCE = 2000
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
    const keyOf = keysOf(key, targets)
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

const AGAIN_MS = 5000

export interface Progress {
  total: number
  answers: PushResult[]
  /** The connection is lost: it goes on by itself. */
  isLost?: boolean
  /** It has stopped, and goes on when somebody says so. */
  error?: unknown
  isDone?: boolean
}

/** Nothing was answered, or the service is not well: the same may be sent again. */
const isPassing = (error: unknown) =>
  !(error instanceof Refusal) || error.status > 500 || error.status === 429

/** Sends rows batch by batch. A batch keeps its key until it is answered, so nothing is stored twice. */
export function useSending(feed: string, targets: Target[], trial: Trial) {
  const [progress, setProgress] = useState<Progress>()
  const batches = useRef<{ key: string; rows: Row[] }[]>([])
  const [stored] = useState(() => new WeakSet<Row>())
  const [stop] = useState(() => new AbortController())
  // Who leaves takes back what is not sent.
  useEffect(() => () => stop.abort(), [stop])

  async function goOn(from: Progress) {
    let now = from
    const tell = (change: Partial<Progress>) => {
      now = { ...now, ...change }
      setProgress(now)
    }
    tell({ error: undefined })
    for (let batch = batches.current[0]; batch; batch = batches.current[0]) {
      try {
        const answer = await push(feed, targets, batch.rows, { key: batch.key, signal: stop.signal })
        batches.current.shift()
        const faults = faultsOf(answer, targets)
        for (const [i, row] of batch.rows.entries()) {
          const wrong = faults.get(i)
          if (wrong) trial.tell(row, wrong)
          else stored.add(row)
        }
        tell({ isLost: false, answers: [...now.answers, answer] })
      } catch (error) {
        if (stop.signal.aborted) return
        if (!isPassing(error)) return tell({ error, isLost: false })
        tell({ isLost: true })
        await again()
      }
    }
    tell({ isDone: true })
  }

  return {
    progress,
    isStored: (row: Row) => stored.has(row),
    start(rows: Row[]) {
      batches.current = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, i) => ({
        key: newKey(),
        rows: rows.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
      }))
      void goOn({ total: rows.length, answers: [] })
    },
    resume: (from: Progress) => void goOn(from),
    clear: () => setProgress(undefined),
  }
}

/** Until the browser says that it is connected again, at most a little while. */
const again = () =>
  new Promise<unknown>((resolve) => {
    setTimeout(resolve, AGAIN_MS)
    addEventListener('online', resolve, { once: true })
  })
