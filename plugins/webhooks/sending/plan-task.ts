import type { Due } from './due-queries.ts'
import type { Endpoint } from './endpoint.ts'
import type { ClaimedTask, LoadedTask } from './endpoint-queue.ts'
import { unsendable } from './log-entry.ts'
import type { Outcome } from './outcomes.ts'

/** A task with its endpoint, or the outcome of a task that needs no attempt. */
export type Plan = { loaded: LoadedTask; endpoint: Endpoint } | { outcome: Outcome }

/** Plans a claimed task. An endpoint is absent when its subscription is deleted, an error when it can't be read. */
export function planTask(
  claimed: ClaimedTask,
  due: Due | undefined,
  endpoint: Endpoint | Error | undefined,
  now: Date,
): Plan {
  if (!due || due.version !== claimed.task.version) return { outcome: { ...claimed, kind: 'stale' } }
  if (!endpoint) return { outcome: { ...claimed, kind: 'settled', due, status: 'failed' } }
  if (endpoint instanceof Error) return { outcome: { ...claimed, ...unsendable(due, endpoint, now) } }
  if (!endpoint.is_active && due.trigger === 'event')
    return { outcome: { ...claimed, kind: 'settled', due, status: 'held' } }
  return { loaded: { ...claimed, due }, endpoint }
}
