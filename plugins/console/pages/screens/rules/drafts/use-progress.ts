import { useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { refresh } from '../../../api/queries.ts'
import { watch } from '../../../api/watch.ts'
import { type Backtest, isOpen } from './draft-reads.ts'

/** A backtest as it goes on: after a reload and in every tab, until it has ended. */
export function useProgress(test: Backtest): Backtest {
  const client = useQueryClient()
  const [now, setNow] = useState(test)
  const open = isOpen(test)
  useEffect(() => {
    setNow(test)
    if (!open) return
    const stop = new AbortController()
    watch<Backtest>(`/api/backtests/${test.id}/progress`, setNow, (state) => !isOpen(state), stop.signal)
      .catch(() => {}) // the list says what became of it
      .finally(() => !stop.signal.aborted && refresh(client, ['/api/backtests']))
    return () => stop.abort()
  }, [test.id, open])
  return open ? now : test
}
