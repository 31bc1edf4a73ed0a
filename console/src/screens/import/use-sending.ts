import { useRef, useState } from 'react'
import { Refusal } from '../../api/refusal.ts'
import { faultsOf, push, type Row } from './data.ts'
import type { Target } from './mapping.ts'
import { AT_ONCE, type Trial } from './trial.ts'

const AGAIN_MS = 5000

const NOTHING = {
  sent: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  repeated: 0,
  late: 0,
  warnings: [] as string[],
}

export type Progress = typeof NOTHING & {
  total: number
  /** The connection is lost: it goes on by itself. */
  isLost?: boolean
  /** It has stopped, and goes on when somebody says so. */
  error?: unknown
  isDone?: boolean
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
    let now = from
    const tell = (change: Partial<Progress>) => {
      now = { ...now, ...change }
      setProgress(now)
    }
    tell({ error: undefined })
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
        tell({
          isLost: false,
          sent: now.sent + batch.rows.length,
          created: now.created + answer.created,
          updated: now.updated + answer.updated,
          unchanged: now.unchanged + answer.unchanged,
          repeated: now.repeated + (answer.repeated ?? 0),
          late: now.late + (answer.late ?? 0),
          warnings: [...new Set([...now.warnings, ...(answer.warnings ?? [])])],
        })
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
      void goOn({ ...NOTHING, total: rows.length })
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
