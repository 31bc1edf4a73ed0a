import type { Answer } from '../../api/types.ts'
import { Badge } from '../../parts/badges.tsx'
import { words } from './words.ts'

export type Subscription = Answer<'GET', '/api/webhooks/{id}'>
export type Attempt = Answer<'GET', '/api/webhooks/logs'>['data'][number]

/** Whether a subscription sends, and whether that works. */
export function StatusBadge({
  of: { status, failing_since },
}: {
  of: Pick<Subscription, 'status' | 'failing_since'>
}) {
  if (status === 'active' && failing_since) return <Badge tone="bad">{words.failing}</Badge>
  const tone = ({ active: 'good', paused: 'warn', disabled: 'bad' } as const)[status]
  return <Badge tone={tone}>{words[status]}</Badge>
}

export const AttemptBadge = ({ status }: { status: 'delivered' | 'failed' | 'pending' | 'held' }) => {
  const tone = ({ delivered: 'good', failed: 'bad', pending: 'info', held: 'warn' } as const)[status]
  return <Badge tone={tone}>{NAMES[status]}</Badge>
}

const NAMES = {
  delivered: words.delivered,
  failed: words.failedOne,
  pending: words.pendingOne,
  held: words.heldOne,
}

export const nameOf = ({ name, url }: Pick<Subscription, 'name' | 'url'>) => name || new URL(url).host
