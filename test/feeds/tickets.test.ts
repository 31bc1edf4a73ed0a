import t from 'tap'
import { at, MARCH_10 } from '../sos/setup.ts'
import { aggregateTickets, type Case, holdTo } from './sums.ts'

const HELPDESK = [
  { id: 1, version: 1, category: '*', weight: 1, reply_hours: 24, resolve_hours: 72 },
  { id: 2, version: 1, category: 'complaint', weight: 2, reply_hours: 8, resolve_hours: 48 },
  { id: 3, version: 1, category: 'question', weight: 0.1, reply_hours: 0.5, resolve_hours: 120 },
]

const CASES: Case<'tickets'>[] = [
  [
    'a category has its own weight, any other that of *, and only the seller’s fault weighs',
    [
      { category: 'complaint' },
      { category: 'question' },
      { category: 'question' },
      { category: 'question' },
      { category: 'lost' },
      { category: 'complaint', fault: 'operator' },
    ],
    { tickets: 6, seller_ticket_weight: '3.3' },
  ],
  [
    'a reply comes in time up to the very instant at which its hours end',
    [
      { opened_at: at(5), replied_at: at(6) },
      { opened_at: at(5), replied_at: new Date('2026-03-06T00:00:00.001Z') },
      { category: 'complaint', opened_at: at(5), replied_at: at(5, '08:00') },
      { category: 'complaint', opened_at: at(5), replied_at: at(5, '08:01') },
      { category: 'question', opened_at: at(5), replied_at: at(5, '00:30') },
    ],
    { replied_in_time: 3, reply_due: 5 },
  ],
  [
    'a ticket without a reply is due one once its hours are past',
    [{ opened_at: at(9, '11:59') }, { opened_at: at(9, '12:00') }, { opened_at: at(10) }],
    { tickets: 3, replied_in_time: 0, reply_due: 1 },
    MARCH_10,
  ],
  [
    'a reply after as_of has not come yet',
    [
      { opened_at: at(10), replied_at: at(10, '12:00') },
      { opened_at: at(8), replied_at: at(10, '12:00') },
    ],
    { replied_in_time: 0, reply_due: 1 },
    MARCH_10,
  ],
  [
    'a ticket is overdue when it was open longer than its hours',
    [
      { opened_at: at(5), resolved_at: at(8) },
      { opened_at: at(5), resolved_at: at(8, '00:01') },
      { category: 'complaint', opened_at: at(5), resolved_at: at(7, '00:01') },
      { opened_at: at(5), replied_at: at(5, '01:00') },
    ],
    { tickets: 4, overdue_tickets: 3 },
  ],
  [
    'a ticket that is open is overdue once as_of is past its hours, and a later resolution does not count',
    [
      { opened_at: at(7, '12:00') },
      { opened_at: at(7, '11:59') },
      { opened_at: at(7, '11:59'), resolved_at: at(20) },
      { opened_at: at(7, '12:00'), resolved_at: at(20) },
    ],
    { tickets: 4, overdue_tickets: 2 },
    MARCH_10,
  ],
]

holdTo(t, 'tickets', CASES, (db, sellers, month) => aggregateTickets(db, sellers, month, HELPDESK))
