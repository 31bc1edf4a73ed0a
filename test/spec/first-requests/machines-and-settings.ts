import { auth } from './auth.ts'
import { config } from './config.ts'
import type { FirstRequest } from './first-request.ts'
import { http } from './http.ts'
import { people } from './people.ts'
import { webhooks } from './webhooks.ts'

/** What machines ask for, and people who set the service up. */
export const machinesAndSettings: Record<string, FirstRequest[]> = {
  'a webhook': webhooks,
  'an identity': auth,
  http,
  people,
  'a setting': config,
}
