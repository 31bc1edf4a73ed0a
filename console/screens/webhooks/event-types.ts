import type { Answer } from '../../api/types.ts'
import type { Choices } from '../../parts/forms/choices.ts'
import * as service from '../../service.ts'

export type EventType = Answer<'GET', '/api/webhooks/logs'>['data'][number]['event_type']

export const EVENT_TYPES = service.EVENT_TYPES as EventType[]

/** One type of events to choose, or any. */
export const ANY_TYPE: Choices = [['', 'Any type'], ...EVENT_TYPES.map((one): [string, string] => [one, one])]

/** The events of a subscription in words. */
export const eventsOf = (events: string[]) => (events.includes('*') ? 'All events' : events.join(', '))
