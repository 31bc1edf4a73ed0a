import { Type } from '@sinclair/typebox'
import { factFeed } from '../feed.ts'
import { also, Fault, Instant, Key, Maybe, orDate, SellerCode } from '../fields.ts'
import { keptFrom } from '../kept-months.ts'

const record = Type.Object(
  {
    ticket_code: also(Key({ examples: ['T-88120'] }), 'ticket_id', 'ticket_number', 'ticket_no'),
    seller_code: SellerCode(),
    category: also(
      Key({
        description:
          'Weight and hours of a category are the helpdesk records’; one without a record counts as `*`',
        examples: ['complaint'],
      }),
      'ticket_category',
      'ticket_type',
    ),
    opened_at: also(
      orDate(Instant({ description: 'Decides the month of the ticket' })),
      'created_at',
      'opened_on',
      'opened_date',
      'open_date',
      'created_on',
    ),
    fault: also(Maybe(Fault({ description: 'Default seller', examples: ['seller'] })), 'ticket_fault'),
    replied_at: also(
      Maybe(Instant({ description: 'The first reply' })),
      'first_reply_at',
      'first_replied_at',
      'first_response_at',
    ),
    resolved_at: also(Maybe(Instant()), 'solved_at', 'resolved_on', 'resolution_date'),
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
  day: '(f.opened_at at time zone (select zone from push))::date',
  dayFields: ['opened_at'],
  kept: { past: `f.opened_at < ${keptFrom.instant}` },
})
