import type { FactRows } from './fact-rows.ts'

/** The tickets opened in the month in the order of time. Counted as aggregateTickets counts them. */
export const ticketRows: FactRows<
  'tickets' | 'seller_ticket_weight' | 'replied_in_time' | 'reply_due' | 'overdue_tickets'
> = (db, { seller_id, month, rules, limit, offset }) =>
  db.rows(
    `with rule as (
       select category, weight, reply_hours, resolve_hours
       from jsonb_to_recordset($4::jsonb) as r(category text, weight numeric, reply_hours float8, resolve_hours float8)
     ), judged as (
       select ticket_code, t.category, fault, opened_at, replied_at, resolved_at,
              coalesce(own.weight, other.weight) as weight,
              opened_at + coalesce(own.reply_hours, other.reply_hours) * interval '1 hour' as reply_by,
              opened_at + coalesce(own.resolve_hours, other.resolve_hours) * interval '1 hour' as resolve_by
       from tickets t left join rule own on own.category = t.category join rule other on other.category = '*'
       where t.seller_id = $1 and t.opened_at >= $2 and t.opened_at < $3
     )
     select ticket_code, category, fault, weight, opened_at, replied_at, reply_by, resolved_at,
            resolve_by,
            jsonb_build_object(
              'tickets', 1,
              'seller_ticket_weight', case when fault = 'seller' then weight else 0 end,
              'replied_in_time', (replied_at <= reply_by and replied_at < $3) is true,
              'reply_due', (least(replied_at, reply_by) < $3) is true,
              'overdue_tickets', least(resolved_at, $3) > resolve_by) as counted
     from judged
     order by opened_at, ticket_code limit $5 offset $6`,
    [seller_id, month.month_start, month.as_of, JSON.stringify(rules.helpdesk), limit, offset],
    'facts-tickets',
  )
