import { Type } from '@sinclair/typebox'
import { Id, Nullable, Text, Timestamp } from '../../platform/schemas/schemas.ts'

/** What events carry of a webhook subscription; the record of the API has these fields and more. */
export const SubscriptionShown = Type.Object({
  id: Id(),
  name: Nullable(Text(200), { examples: ['Warehouse'] }),
  url: Text(2048, {
    description:
      'Where events are posted: http or https; in verified mode https and a public address, unless WEBHOOK_ALLOW_PRIVATE is on',
    examples: ['https://example.com/hooks'],
  }),
  failing_since: Nullable(Timestamp(), {
    description: 'When the first of the attempts failed that have all failed since; null after a delivery',
    examples: [null],
  }),
})
