import type { Classification } from '../delivery/outcome.ts'
import type { Due } from './due-queries.ts'
import type { ClaimedTask, LoadedTask } from './endpoint-queue.ts'

/** The outcome of a claimed task. */
export type Outcome = ClaimedTask &
  (
    | { kind: 'stale' }
    | { kind: 'put off'; until: Date }
    | { kind: 'settled'; due: Due; status: 'held' | 'failed' }
    | Attempted
  )
export type Attempted = { kind: 'attempted'; due: Due; classification: Classification; entry: LogEntry }

/** The outcome of a task that goes back into the job queue. */
export const putOff = ({ due: _, ...claimed }: LoadedTask, until: Date): Outcome => ({
  ...claimed,
  kind: 'put off',
  until,
})

/** A row of the log of attempts, secrets hidden. Its fields have the names of the columns of webhook_attempts. */
export interface LogEntry {
  attempted_at: Date
  duration_ms: number
  url: string
  address: string | null
  response_status: number | null
  reason: string
  key_ids: string[]
  request_headers: Record<string, string>
  request_body: string
  response_headers: Record<string, string> | null
  response_body: string | null
}
