import type { Answer } from '../../api/types.ts'
import { words } from './words.ts'

export type EventType = Answer<'GET', '/api/webhooks/logs'>['data'][number]['event_type']

/** All types of events, in the order in which people look for them. */
export const EVENT_TYPES = Object.keys({
  'seller.score_finalized': 0,
  'seller.tier_changed': 0,
  'seller.score_adjusted': 0,
  'seller.surcharge_created': 0,
  'seller.surcharge_updated': 0,
  'seller.order_blocked': 0,
  'seller.order_unblocked': 0,
  'seller.status_changed': 0,
  'seller.tier_at_risk': 0,
  'appeal.submitted': 0,
  'appeal.decided': 0,
  'scoring.run_completed': 0,
  'config.adopted': 0,
  'transparency.checkpoint': 0,
  'transparency.mismatch': 0,
  'webhook.ping': 0,
  'webhook.endpoint_failing': 0,
  'webhook.endpoint_disabled': 0,
} satisfies Record<EventType, 0>) as EventType[]

/** The events of a subscription in words. */
export const eventsOf = (events: string[]) => (events.includes('*') ? words.allEvents : events.join(', '))
