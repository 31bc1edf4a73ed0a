import { Type } from '@sinclair/typebox'
import type { ScoringRules } from '../scoring/rules.ts'
import { SCORED } from '../scoring/scored-feeds.ts'
import { defineFeed, exactSum, rows, rowsWhere } from './feed.ts'
import { also, Fault, Instant, Key, Maybe, orDate, SellerCode, Word } from './fields.ts'
import { keptFrom } from './kept-months.ts'
import { isAnothers, isNobodys } from './left-out.ts'
import { inMonth } from './month-columns.ts'

const record = Type.Object(
  {
    ticket_code: also(Key({ examples: ['T-88120'] }), 'ticket_id', 'ticket_number', 'ticket_no'),
    seller_code: SellerCode(),
    category: also(
      Word({
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
      Maybe(Instant({ description: 'The first reply' })),
      'first_reply_at',
      'first_replied_at',
      'first_response_at',
    ),
    resolved_at: also(Maybe(Instant()), 'solved_at', 'resolved_on', 'resolution_date'),
  },
  { title: 'TicketRecord' },
)

/**
 * The tickets opened in [month_start, as_of), each with the weight and hours of the helpdesk record of its category,
 * else of `*`, and with what it counts as for the metrics of t_score. A reply is due once it came or its hours are
 * past; a ticket is overdue when it is or was open longer than its hours. One whose reply another owed is left out of both.
 * Where no fault is nobody's, one that names neither fault weighs nothing, and is left out of both when it went wrong.
 *
 * $2 month_start, $3 as_of, $4 helpdesk records as JSON, $5 whether no fault is nobody's
 */
const TICKETS_OF_MONTH = `
  rule as (
    select category, weight, reply_hours * interval '1 hour' as reply_within,
           resolve_hours * interval '1 hour' as resolve_within
    from jsonb_to_recordset($4::jsonb) as r(category text, weight numeric, reply_hours float8, resolve_hours float8)
  ), weighed as (
    select t.*,
           coalesce(own.weight, other.weight) as weight,
           opened_at + coalesce(own.reply_within, other.reply_within) as reply_by,
           opened_at + coalesce(own.resolve_within, other.resolve_within) as resolve_by,
           fault is null and reply_fault is null as names_none
    from tickets t
    left join rule own on own.category = t.category
    join rule other on other.category = '*'
    where ($1::int[] is null or t.seller_id = any($1::int[])) and t.opened_at >= $2 and t.opened_at < $3
  ), timed as (
    select *,
           least(replied_at, reply_by) < $3 as was_due,
           replied_at <= reply_by and replied_at < $3 as was_in_time,
           least(resolved_at, $3) > resolve_by as was_overdue
    from weighed
  ), judged as (
    select *,
           case when ${isAnothers('reply_fault')} then reply_fault
                when names_none and $5 and (was_due and was_in_time is not true or was_overdue) then 'nobody'
                end as reply_left_out,
           case when names_none and $5 then 'nobody' end as ticket_left_out
    from timed
  ), facts_of_month as (
    select *,
           case when coalesce(fault, 'seller') = 'seller' and ticket_left_out is null then weight else 0 end
             as seller_ticket_weight,
           was_in_time and reply_left_out is null as replied_in_time,
           was_due and reply_left_out is null as reply_due,
           was_overdue and reply_left_out is null as is_overdue
    from judged
  )`

/** What tickets are judged by: neither the order nor the versions of the records change it. */
const helpdeskOf = ({ helpdesk }: ScoringRules) =>
  JSON.stringify(
    helpdesk
      .map(({ category, weight, reply_hours, resolve_hours }) => ({
        category,
        weight,
        reply_hours,
        resolve_hours,
      }))
      .toSorted((one, other) => (one.category < other.category ? -1 : 1)),
  )

/** Complaints and questions, from the helpdesk. */
export const tickets = defineFeed({
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
    fault: 'text',
    reply_fault: 'text',
    replied_at: 'timestamptz(3)',
    resolved_at: 'timestamptz(3)',
  },
  period: `to_char(f.opened_at at time zone (select zone from push), 'YYYY-MM')`,
  day: '(f.opened_at at time zone (select zone from push))::date',
  dayFields: ['opened_at'],
  inOrder: [
    ['opened_at', 'replied_at'],
    ['opened_at', 'resolved_at'],
  ],
  kept: { past: `f.opened_at < ${keptFrom.instant}` },
  inMonth: inMonth.instant('f.opened_at'),
  controlTotals: {},
  expected: 'every day',
  scored: {
    line: SCORED.tickets.line,
    rows: TICKETS_OF_MONTH,
    values: ({ month: { month_start, as_of }, rules }) => [
      month_start,
      as_of,
      helpdeskOf(rules),
      isNobodys(rules, 'tickets'),
    ],
    sums: {
      tickets: rows,
      seller_ticket_weight: exactSum('seller_ticket_weight'),
      replied_in_time: rowsWhere('replied_in_time'),
      reply_due: rowsWhere('reply_due'),
      overdue_tickets: rowsWhere('is_overdue'),
    },
    leftOut: { reply: 'reply_left_out', ticket: 'ticket_left_out' },
    fault: { asked: 'true', unnamed: 'names_none' },
    amounts: { tickets_judged: 'case when reply_left_out is null then 1 else 0 end' },
    list: {
      columns: {
        ticket_code: null,
        category: null,
        fault: null,
        reply_fault: null,
        weight: null,
        opened_at: 'date-time',
        replied_at: 'date-time',
        reply_by: 'date-time',
        resolved_at: 'date-time',
        resolve_by: 'date-time',
      },
      order: 'opened_at, ticket_code',
    },
    inUse: 'from tickets f where f.seller_id = s.id and f.opened_at >= $1 and f.opened_at < $2',
  },
})
