import { TICKETS_OF_MONTH } from '../../../src/domain/metrics/tickets-queries.ts'
import type { FactRows } from './fact-rows.ts'

/** The tickets opened in the month in the order of time. Their sums are those of aggregateTickets. */
export const ticketRows: FactRows<
  'tickets' | 'seller_ticket_weight' | 'replied_in_time' | 'reply_due' | 'overdue_tickets'
> = (db, { seller_id, month, rules, limit, offset }) =>
  db.rows(
    `with ${TICKETS_OF_MONTH}
     select ticket_code, category, fault, weight, opened_at, replied_at, reply_by, resolved_at, resolve_by,
            jsonb_build_object(
              'tickets', 1,
              'seller_ticket_weight', seller_ticket_weight,
              'replied_in_time', replied_in_time is true,
              'reply_due', reply_due is true,
              'overdue_tickets', is_overdue) as counted
     from tickets_of_month
     order by opened_at, ticket_code limit $5 offset $6`,
    [[seller_id], month.month_start, month.as_of, JSON.stringify(rules.helpdesk), limit, offset],
    'facts-tickets',
  )
