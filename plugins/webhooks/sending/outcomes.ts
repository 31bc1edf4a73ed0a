import type { Classification } from '../../../src/delivery/outcome.ts'
import type { Due } from './due-queries.ts'
import type { ClaimedTask } from './lane.ts'

/** What became of a task that this process had claimed. */
export type Outcome = ClaimedTask &
  (
    | { kind: 'stale' }
    | { kind: 'put off'; until: Date }
    | { kind: 'settled'; due: Due; status: 'held' | 'failed' }
    | Attempted
  )
export type Attempted = { kind: 'attempted'; due: Due; classification: Classification; entry: LogEntry }

/** What the log keeps of one attempt, secrets hidden. Named as the columns of webhook_attempts. */
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
