import type { Sql } from '../../platform/database/database.ts'
import type { RuleRecord } from '../../scoring/rules.ts'
import type { ScoredMonth } from './scored-month.ts'
import { readSums, type Sums, type Whose } from './sums.ts'

export interface TicketAggregates {
  seller_id: number
  tickets: number
  seller_ticket_weight: string
  replied_in_time: number
  reply_due: number
  overdue_tickets: number
}

/**
 * The tickets opened in [month_start, as_of), each with the weight and hours of the helpdesk record of its category,
 * else of `*`, and with what it counts as for the metrics of t_score. A reply is due once it came or its hours are
 * past; a ticket is overdue when it is or was open longer than its hours.
 *
 * $1 seller ids, null for all, $2 month_start, $3 as_of, $4 helpdesk records as JSON
 */
export const TICKETS_OF_MONTH = `
  rule as (
    select category, weight, reply_hours * interval '1 hour' as reply_within,
           resolve_hours * interval '1 hour' as resolve_within
    from jsonb_to_recordset($4::jsonb) as r(category text, weight numeric, reply_hours float8, resolve_hours float8)
  ), weighed as (
    select t.*,
           coalesce(own.weight, other.weight) as weight,
           opened_at + coalesce(own.reply_within, other.reply_within) as reply_by,
           opened_at + coalesce(own.resolve_within, other.resolve_within) as resolve_by
    from tickets t
    left join rule own on own.category = t.category
    join rule other on other.category = '*'
    where ($1::int[] is null or t.seller_id = any($1::int[])) and t.opened_at >= $2 and t.opened_at < $3
  ), tickets_of_month as (
    select *,
           case when fault = 'seller' then weight else 0 end as seller_ticket_weight,
           replied_at <= reply_by and replied_at < $3 as replied_in_time,
           least(replied_at, reply_by) < $3 as reply_due,
           least(resolved_at, $3) > resolve_by as is_overdue
    from weighed
  )`

/** Per seller the tickets of the month, added up. */
export const aggregateTickets = (
  db: Sql,
  sellers: number[],
  month: ScoredMonth,
  helpdesk: RuleRecord<'helpdesk'>[],
) => readSums(db, ticketSums(sellers, month, helpdesk))

export const ticketSums = (
  sellers: Whose,
  { month_start, as_of }: ScoredMonth,
  helpdesk: RuleRecord<'helpdesk'>[],
): Sums<TicketAggregates> => ({
  text: `with ${TICKETS_OF_MONTH}
     select seller_id,
            count(*) as tickets,
            sum(seller_ticket_weight)::text as seller_ticket_weight,
            count(*) filter (where replied_in_time) as replied_in_time,
            count(*) filter (where reply_due) as reply_due,
            count(*) filter (where is_overdue) as overdue_tickets
     from tickets_of_month
     group by seller_id`,
  values: [sellers, month_start, as_of, JSON.stringify(helpdesk)],
})
