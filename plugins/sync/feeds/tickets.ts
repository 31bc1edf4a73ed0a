import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { Fault, Instant, Key, Maybe, SellerCode } from '../fields.ts'

const record = Type.Object(
  {
    ticket_code: Key({ examples: ['T-88120'] }),
    seller_code: SellerCode(),
    category: Key({
      description:
        'Weight and hours of a category are the helpdesk records’; one without a record counts as `*`',
      examples: ['complaint'],
    }),
    opened_at: Instant({ description: 'Decides the month of the ticket' }),
    fault: Maybe(Fault({ description: 'Default seller', examples: ['seller'] })),
    replied_at: Maybe(Instant({ description: 'The first reply' })),
    resolved_at: Maybe(Instant()),
  },
  { title: 'TicketRecord' },
)

/** Complaints and questions, from the helpdesk. */
export const tickets = factFeed({
  name: 'tickets',
  summary: 'Push tickets',
  description: 'Tickets about sellers, from the helpdesk. The month of a ticket is that of `opened_at`.',
  record,
  key: ['seller_code', 'ticket_code'],
  table: 'tickets',
  columns: {
    ticket_code: { type: 'text', value: 'g.ticket_code collate "C"' },
    category: 'text',
    opened_at: 'timestamptz(3)',
    fault: { type: 'text', value: `coalesce(g.fault, 'seller')` },
    replied_at: 'timestamptz(3)',
    resolved_at: 'timestamptz(3)',
  },
  period: `to_char(f.opened_at at time zone (select zone from push), 'YYYY-MM')`,
})
