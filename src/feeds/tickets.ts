import { Code, Model, Timestamp } from '../platform/schemas/schemas.ts'
import { longestHours } from '../scoring/helpdesk-before.ts'
import { firstDay, nextPeriod } from '../scoring/month.ts'
import type { Rule, ScoringRules } from '../scoring/rules.ts'
import { SCORED } from '../scoring/scored-feeds.ts'
import { isAnothers, isNobodys } from './faults.ts'
import { defineFeed, exactSum, rowsWhere } from './feed.ts'
import { also, Fault, Maybe, orDate, SellerCode, Word } from './fields.ts'
import { inMonth, keptFrom } from './months.ts'

const record = Model('TicketRecord', {
  ticket_code: also(Code({ examples: ['T-88120'] }), 'ticket_id ticket_number ticket_no'),
  seller_code: SellerCode(),
  category: also(
    Word({
      description:
        'Weight and hours of a category are the helpdesk records’; one without a record counts as `*`',
      examples: ['complaint'],
    }),
    'ticket_category ticket_type',
  ),
  opened_at: also(
    orDate(Timestamp({ description: 'Decides the month of the ticket' })),
    'created_at opened_on opened_date open_date created_on',
  ),
  fault: also(
    Maybe(
      Fault({
        description: 'By whose fault it was opened; without one it counts as the seller’s',
        examples: ['seller'],
      }),
    ),
    'ticket_fault',
  ),
  reply_fault: also(
    Maybe(
      Fault({
        description:
          'Who owed the reply or the solution: where it is another than the seller, the ticket has no part in ticket_reply_rate and ticket_overdue_rate',
        examples: ['operator'],
      }),
    ),
    'response_fault',
  ),
  replied_at: also(
    Maybe(Timestamp({ description: 'The first reply' })),
    'first_reply_at first_replied_at first_response_at',
  ),
  resolved_at: also(Maybe(Timestamp()), 'solved_at resolved_on resolution_date'),
})

/**
 * The tickets of the month, which are those opened in [month_start, as_of), and those of earlier months that count in it,
 * each with the weight and hours of the helpdesk record of its category, else of `*`, as in force in the month in which
 * it was opened, and with what it counts as for the metrics of t_score. A reply is due in the month in which its hours
 * end, once it came or they are past, and so is a resolution. One whose reply another owed is left out of both. Where no
 * fault is nobody's, one that names neither fault weighs nothing, and is left out of both when it went wrong.
 *
 * $2 month_start, $3 as_of, $4 helpdesk records as JSON, $5 whether no fault is nobody's, $6 the end of the month's last
 * day in the time zone $7, $8 the counting (scored-month.ts), $9 the longest hours
 */
const TICKETS_OF_MONTH = `
  rule as (
    select category, weight, reply_hours * interval '1 hour' as reply_within,
           resolve_hours * interval '1 hour' as resolve_within,
           coalesce(first_day::timestamp at time zone $7, '-infinity') as from_at,
           coalesce(end_day::timestamp at time zone $7, 'infinity') as to_at
    from jsonb_to_recordset($4::jsonb)
      as r(category text, weight numeric, reply_hours float8, resolve_hours float8, first_day date, end_day date)
  ), weighed as (
    select t.*,
           opened_at >= $2 as is_opened,
           coalesce(own.weight, other.weight) as weight,
           opened_at + coalesce(own.reply_within, other.reply_within) as reply_by,
           opened_at + coalesce(own.resolve_within, other.resolve_within) as resolve_by,
           fault is null and reply_fault is null as names_none
    from tickets t
    left join rule own on own.category = t.category and opened_at >= own.from_at and opened_at < own.to_at
    join rule other on other.category = '*' and opened_at >= other.from_at and opened_at < other.to_at
    where ($1::int[] is null or t.seller_id = any($1::int[])) and t.opened_at < $3
      and t.opened_at >= $2 - case $8::text when 'by_order' then 0 else $9::float8 end * interval '1 hour'
  ), counted as (
    select *,
           $8::text is not distinct from 'by_order' as is_by_opening,
           $6::date::timestamp at time zone $7 as ends_at,
           is_opened or $8::text is null or (replied_at >= $2) is not false as may_reply,
           is_opened or $8::text is null or (resolved_at >= $2) is not false as may_resolve
    from weighed
  ), timed as (
    select *,
           (is_by_opening or reply_by >= $2 and reply_by < ends_at and may_reply) and least(replied_at, reply_by) < $3
             as was_due,
           is_by_opening
             or resolve_by >= $2 and resolve_by < ends_at and may_resolve and least(resolved_at, resolve_by) < $3
             as was_to_resolve,
           replied_at <= reply_by and replied_at < $3 as came_in_time,
           least(resolved_at, $3) > resolve_by as took_longer
    from counted
    limit all -- keeps PostgreSQL from judging a ticket again for each sum
  ), judged as (
    select *,
           case when reply_fault is null then
                  case when names_none and $5
                    and (was_due and came_in_time is not true or was_to_resolve and took_longer) then 'nobody' end
                when (was_due or was_to_resolve) and ${isAnothers('reply_fault')} then reply_fault end as reply_left_out,
           case when is_opened and names_none and $5 then 'nobody' end as ticket_left_out
    from timed
    where is_opened or was_due or was_to_resolve
  ), facts_of_month as (
    select *,
           case when is_opened and coalesce(fault, 'seller') = 'seller' and ticket_left_out is null then weight else 0 end
             as seller_ticket_weight,
           was_due and came_in_time and reply_left_out is null as replied_in_time,
           was_due and reply_left_out is null as reply_due,
           was_to_resolve and reply_left_out is null as resolve_due,
           was_to_resolve and took_longer and reply_left_out is null as is_overdue
    from judged
  )`

/** What tickets are judged by, and from when to when: neither the order nor the versions of the records change it. */
const helpdeskOf = ({ helpdesk, helpdesk_before = [] }: ScoringRules) => {
  const now: { to?: string; helpdesk: Partial<Rule<'helpdesk'>>[] } = { helpdesk }
  const sets = [...helpdesk_before, now]
  return sets.flatMap(({ to, helpdesk }, n) =>
    (helpdesk as Rule<'helpdesk'>[])
      .map(({ category, weight, reply_hours, resolve_hours }) => ({
        category,
        weight,
        reply_hours,
        resolve_hours,
        first_day: dayAfter(sets[n - 1]?.to),
        end_day: dayAfter(to),
      }))
      .toSorted((one, other) => (one.category < other.category ? -1 : 1)),
  )
}

const dayAfter = (period?: string) => period && firstDay(nextPeriod(period))

/** Complaints and questions, from the helpdesk. */
export const tickets = defineFeed({
  name: 'tickets',
  summary: 'Push tickets',
  description:
    'Tickets about sellers, from the helpdesk. The month of a ticket is that of `opened_at`; its reply and its resolution are due in that in which their hours end.',
  record,
  key: ['seller_code', 'ticket_code'],
  table: 'tickets',
  day: '(f.opened_at at time zone $1)::date',
  dayFields: ['opened_at'],
  inOrder: [
    ['opened_at', 'replied_at'],
    ['opened_at', 'resolved_at'],
  ],
  kept: {
    past: `f.opened_at < ${keptFrom.instant} - (select longest_ticket_hours())`,
    last: `((f.opened_at + (select longest_ticket_hours())) at time zone $1)::date`,
  },
  inMonth: inMonth.instant('f.opened_at'),
  controlTotals: {},
  expected: 'every day',
  scored: {
    line: SCORED.tickets.line,
    rows: TICKETS_OF_MONTH,
    values: ({ month: { period, month_start, as_of, time_zone, counting = null }, rules }) => {
      const helpdesk = helpdeskOf(rules)
      return [
        month_start,
        as_of,
        JSON.stringify(helpdesk),
        isNobodys(rules, 'tickets'),
        firstDay(nextPeriod(period)),
        time_zone,
        counting,
        longestHours(helpdesk),
      ]
    },
    sums: {
      tickets: rowsWhere('is_opened'),
      seller_ticket_weight: exactSum('seller_ticket_weight'),
      replied_in_time: rowsWhere('replied_in_time'),
      reply_due: rowsWhere('reply_due'),
      resolve_due: rowsWhere('resolve_due'),
      overdue_tickets: rowsWhere('is_overdue'),
    },
    leftOut: { reply: 'reply_left_out', ticket: 'ticket_left_out' },
    fault: { asked: 'true', unnamed: 'names_none' },
    list: {
      columns:
        'ticket_code, category, fault, reply_fault, weight, opened_at, replied_at, reply_by, resolved_at, resolve_by',
      order: 'opened_at, ticket_code',
      forms: { reply_by: 'instant', resolve_by: 'instant' },
    },
  },
})
