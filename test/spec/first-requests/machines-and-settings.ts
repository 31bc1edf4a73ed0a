import { auth } from './auth.ts'
import { config } from './config.ts'
import type { FirstRequest } from './first-request.ts'
import { http } from './http.ts'
import { people } from './people.ts'
import { syncEnvelopes } from './sync-envelopes.ts'
import { syncFields } from './sync-fields.ts'
import { syncFormats } from './sync-formats.ts'
import { syncTimes } from './sync-times.ts'
import { webhooks } from './webhooks.ts'

/** What machines ask for, and people who set the service up. */
export const machinesAndSettings: Record<string, FirstRequest[]> = {
  'an envelope': syncEnvelopes,
  'a field': syncFields,
  'a time': syncTimes,
  'a format': syncFormats,
  'a webhook': webhooks,
  'an identity': auth,
  http,
  people,
  'a setting': config,
}
