import type { Answer } from '../../api/types.ts'
import { Badge } from '../../parts/badges.tsx'

export type Subscription = Answer<'GET', '/api/webhooks/{id}'>
export type Attempt = Answer<'GET', '/api/webhooks/logs'>['data'][number]

export const SECRET_TEXT = 'The receiver needs it to check signatures.'

const STATES = { active: 'Active', paused: 'Paused', disabled: 'Disabled' }

interface Props {
  of: Pick<Subscription, 'status' | 'failing_since'>
}

/** Whether a subscription sends, and whether that works. */
export function StatusBadge({ of: { status, failing_since } }: Props) {
  if (status === 'active' && failing_since) return <Badge tone="bad">Failing</Badge>
  const tone = ({ active: 'good', paused: 'warn', disabled: 'bad' } as const)[status]
  return <Badge tone={tone}>{STATES[status]}</Badge>
}

export const AttemptBadge = ({ status }: { status: 'delivered' | 'failed' | 'pending' | 'held' }) => {
  const tone = ({ delivered: 'good', failed: 'bad', pending: 'info', held: 'warn' } as const)[status]
  return <Badge tone={tone}>{NAMES[status]}</Badge>
}

const NAMES = { delivered: 'Delivered', failed: 'Failed', pending: 'Pending', held: 'Held' }

export const nameOf = ({ name, url }: Pick<Subscription, 'name' | 'url'>) => name || new URL(url).host
