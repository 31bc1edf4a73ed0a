import { useRef, useState } from 'react'
import { Refusal } from '../../api/refusal.ts'
import { faultsOf, type PushResult, push, type Row } from './data.ts'
import type { Target } from './mapping.ts'
import type { Trial } from './trial.ts'

const AT_ONCE = 2000
const AGAIN_MS = 5000

export interface Sums {
  created: number
  updated: number
  unchanged: number
  late: number
  warnings: string[]
}

export interface Progress extends Sums {
  sent: number
  total: number
  /** The connection is lost: it goes on by itself. */
  isLost: boolean
  /** It has stopped, and goes on when somebody says so. */
  error?: unknown
  isDone: boolean
}

/** Nothing was answered, or the service is not well: the same may be sent again. */
const isPassing = (error: unknown) =>
  !(error instanceof Refusal) || error.status >= 500 || error.status === 429

/** Sends rows batch by batch. A batch keeps its key until it is answered, so nothing is stored twice. */
export function useSending(feed: string, targets: Target[], trial: Trial) {
  const [progress, setProgress] = useState<Progress>()
  const batches = useRef<{ key: string; rows: Row[] }[]>([])
  const [stored] = useState(() => new WeakSet<Row>())

  async function goOn(from: Progress) {
    let now: Progress = { ...from, error: undefined }
    const tell = (change: Partial<Progress>) => {
      now = { ...now, ...change }
      setProgress(now)
    }
    tell({})
    for (let batch = batches.current[0]; batch; batch = batches.current[0]) {
      try {
        const answer = await push(feed, targets, batch.rows, { key: batch.key })
        batches.current.shift()
        const faults = faultsOf(answer, targets)
        for (const [i, row] of batch.rows.entries()) {
          const wrong = faults.get(i)
          if (wrong) trial.tell(row, wrong)
          else stored.add(row)
        }
        tell({ ...added(now, answer), sent: now.sent + batch.rows.length, isLost: false })
      } catch (error) {
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
        key: crypto.randomUUID(),
        rows: rows.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
      }))
      const sums = { created: 0, updated: 0, unchanged: 0, late: 0, warnings: [] }
      void goOn({ ...sums, sent: 0, total: rows.length, isLost: false, isDone: false })
    },
    resume: () => progress && void goOn(progress),
    clear: () => setProgress(undefined),
  }
}

const added = (sums: Sums, { created, updated, unchanged, late = 0, warnings = [] }: PushResult): Sums => ({
  created: sums.created + created,
  updated: sums.updated + updated,
  unchanged: sums.unchanged + unchanged,
  late: sums.late + late,
  warnings: [...new Set([...sums.warnings, ...warnings])],
})

/** Until the browser says that it is connected again, at most a little while. */
const again = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(go, AGAIN_MS)
    addEventListener('online', go)
    function go() {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
  })
