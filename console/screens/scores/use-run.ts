import { useEffect, useRef } from 'preact/hooks'
import { refresh, useRead } from '../../api/queries.ts'
import type { Answer } from '../../api/types.ts'
import { hasEnded, latestOf } from '../../logic/run-state.ts'
import { useStream } from '../../parts/use-stream.ts'

export type Run = Answer<'GET', '/api/sos/runs'>['data'][number]

/** How often it is looked whether somebody else has begun a run. */
const LOOK_EVERY_MS = 5_000

/** What a run may have changed. */
export const CHANGED_BY_RUN = [
  '/api/sos',
  '/api/dashboard',
  '/api/console/context',
  '/api/am',
  '/api/surcharges',
]

/**
 * The newest run of a month, live while it is open: begun here, in another tab, by somebody else or before a reload.
 * When it ends, what it may have changed is asked for again.
 */
export function useRun(period: string) {
  const list = useRead('/api/sos/runs', { query: { period, limit: 1 } }, { every: LOOK_EVERY_MS })
  const listed = list.data?.data[0]
  const live = useProgress(listed && !hasEnded(listed) ? listed.id : null)
  const run = latestOf(listed, live?.period === period ? live : null)
  const seen = useRef<{ period: string; state: string } | null>(null)
  const state = list.data ? `${run?.id} ${run && hasEnded(run)}` : null
  useEffect(() => {
    if (state === null) return
    const before = seen.current
    seen.current = { period, state }
    if (before?.period === period && before.state !== state && run && hasEnded(run)) refresh(CHANGED_BY_RUN)
  }, [period, state])
  return { run, list }
}

/** The states of a run as its stream tells them; null before the first, and for no run. */
export const useProgress = (id: number | null) =>
  useStream<Run>(id === null ? null : `/api/sos/runs/${id}/progress`, hasEnded)
