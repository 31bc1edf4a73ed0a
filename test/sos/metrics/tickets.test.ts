import t from 'tap'
import { aggregateTickets } from '../../../plugins/sos/metrics/tickets.sql.ts'
import { factsDatabase } from './a-facts-database.ts'
import { MAY, MID_MAY, OCTOBER } from './months.ts'

const { db, seller } = await factsDatabase(t)

const HELPDESK = [
  { id: 1, version: 1, category: '*', weight: 1, reply_hours: 24, resolve_hours: 72 },
  { id: 2, version: 1, category: 'complaint', weight: 2, reply_hours: 8, resolve_hours: 48 },
  { id: 3, version: 1, category: 'question', weight: 0.5, reply_hours: 24, resolve_hours: 120 },
]

/** The aggregates of a new seller with these tickets. */
async function ofTickets(tickets: object[], month = MAY, helpdesk = HELPDESK) {
  const id = await seller({ tickets: tickets as Record<string, unknown>[] })
  const [row] = await aggregateTickets(db, [id], month, helpdesk)
  return row
}

t.test('tickets are those opened in the month of São Paulo', async (t) => {
  const row = await ofTickets([
    { opened_at: '2026-05-01T02:59:59.999Z' },
    { opened_at: '2026-05-01T03:00:00Z' },
    { opened_at: '2026-06-01T02:59:59.999Z' },
    { opened_at: '2026-06-01T03:00:00Z' },
  ])
  t.equal(row?.tickets, 2)
})

t.test('tickets are those opened in a month in which the clocks change', async (t) => {
  const row = await ofTickets(
    [
      { opened_at: '2026-09-30T21:59:59.999Z' },
      { opened_at: '2026-09-30T22:00:00Z' },
      { opened_at: '2026-10-31T22:59:59.999Z' },
      { opened_at: '2026-10-31T23:00:00Z' },
    ],
    OCTOBER,
  )
  t.equal(row?.tickets, 2)
})

t.test('a ticket opened at as_of or later has not been opened', async (t) => {
  const row = await ofTickets(
    [{ opened_at: '2026-05-15T11:59:59.999Z' }, { opened_at: '2026-05-15T12:00:00Z' }],
    MID_MAY,
  )
  t.equal(row?.tickets, 1)
})

t.test("each of the seller's tickets has its category's weight, any other category that of *", async (t) => {
  const row = await ofTickets([
    { category: 'complaint' },
    { category: 'question' },
    { category: 'delivery' },
    { category: 'anything else' },
  ])
  t.equal(Number(row?.seller_ticket_weight), 4.5) // 2 + 0.5 + 1 + 1
})

t.test("a ticket by another's fault has no weight but is a ticket", async (t) => {
  const row = await ofTickets([
    { category: 'complaint', fault: 'operator' },
    { category: 'complaint', fault: 'customer' },
    { category: 'complaint', fault: 'carrier' },
    { category: 'complaint', fault: 'seller' },
    { category: 'complaint' },
  ])
  t.equal(row?.tickets, 5)
  t.equal(Number(row?.seller_ticket_weight), 4) // the fault is the seller's unless it says whose it is
})

t.test('weights add up exactly', async (t) => {
  const helpdesk = [{ ...HELPDESK[0], weight: 0.1 }] as typeof HELPDESK
  const row = await ofTickets([{}, {}, {}], MAY, helpdesk)
  t.equal(row?.seller_ticket_weight, '0.3')
})

t.test('a reply exactly at the last of its hours is in time, a millisecond later it is late', async (t) => {
  const row = await ofTickets([
    { opened_at: '2026-05-05T12:00:00Z', replied_at: '2026-05-06T12:00:00Z' },
    { opened_at: '2026-05-05T12:00:00Z', replied_at: '2026-05-06T12:00:00.001Z' },
  ])
  t.hasStrict(row, { replied_in_time: 1, reply_due: 2 })
})

t.test("a category's own hours go before those of *", async (t) => {
  const opened_at = '2026-05-05T12:00:00Z'
  const row = await ofTickets([
    { category: 'complaint', opened_at, replied_at: '2026-05-05T20:00:00Z' },
    { category: 'complaint', opened_at, replied_at: '2026-05-05T20:00:00.001Z' },
    { category: 'delivery', opened_at, replied_at: '2026-05-05T20:00:00.001Z' },
  ])
  t.hasStrict(row, { replied_in_time: 2, reply_due: 3 })
})

t.test('hours may be broken', async (t) => {
  const helpdesk = [{ ...HELPDESK[0], reply_hours: 1.5 }] as typeof HELPDESK
  const opened_at = '2026-05-05T12:00:00Z'
  const row = await ofTickets(
    [
      { opened_at, replied_at: '2026-05-05T13:30:00Z' },
      { opened_at, replied_at: '2026-05-05T13:30:00.001Z' },
    ],
    MAY,
    helpdesk,
  )
  t.equal(row?.replied_in_time, 1)
})

t.test('hours go on evenly while the clocks change', async (t) => {
  const opened_at = '2026-10-24T22:00:00Z' // midnight in Berlin, 25 hours before the next one
  const row = await ofTickets(
    [
      { opened_at, replied_at: '2026-10-25T22:00:00Z' },
      { opened_at, replied_at: '2026-10-25T22:00:00.001Z' },
    ],
    OCTOBER,
  )
  t.equal(row?.replied_in_time, 1)
})

t.test('a ticket without a reply is due once its hours are past at as_of', async (t) => {
  const row = await ofTickets(
    [
      { opened_at: '2026-05-14T11:59:59.999Z' },
      { opened_at: '2026-05-14T12:00:00Z' }, // its 24 hours end at as_of
      { opened_at: '2026-05-15T11:00:00Z' },
    ],
    MID_MAY,
  )
  t.hasStrict(row, { tickets: 3, reply_due: 1, replied_in_time: 0 })
})

t.test('a ticket that is replied to is due at once', async (t) => {
  const row = await ofTickets(
    [{ opened_at: '2026-05-15T10:00:00Z', replied_at: '2026-05-15T11:59:59.999Z' }],
    MID_MAY,
  )
  t.hasStrict(row, { reply_due: 1, replied_in_time: 1 })
})

t.test('a reply at as_of or later has not come', async (t) => {
  const row = await ofTickets(
    [
      { opened_at: '2026-05-15T10:00:00Z', replied_at: '2026-05-15T12:00:00Z' },
      { opened_at: '2026-05-15T10:00:00Z', replied_at: '2026-05-15T13:00:00Z' },
      { opened_at: '2026-05-13T10:00:00Z', replied_at: '2026-05-15T13:00:00Z' },
    ],
    MID_MAY,
  )
  t.hasStrict(row, { reply_due: 1, replied_in_time: 0 })
})

t.test('a ticket resolved exactly at the last of its hours is not overdue', async (t) => {
  const opened_at = '2026-05-05T12:00:00Z'
  const row = await ofTickets([
    { opened_at, resolved_at: '2026-05-08T12:00:00Z' },
    { opened_at, resolved_at: '2026-05-08T12:00:00.001Z' },
    { category: 'complaint', opened_at, resolved_at: '2026-05-07T12:00:00Z' },
    { category: 'complaint', opened_at, resolved_at: '2026-05-07T12:00:00.001Z' },
    { category: 'question', opened_at, resolved_at: '2026-05-10T12:00:00Z' },
    { category: 'question', opened_at, resolved_at: '2026-05-10T12:00:00.001Z' },
  ])
  t.hasStrict(row, { tickets: 6, overdue_tickets: 3 })
})

t.test('an open ticket is overdue when as_of is past its hours', async (t) => {
  const row = await ofTickets(
    [
      { opened_at: '2026-05-12T11:59:59.999Z' },
      { opened_at: '2026-05-12T12:00:00Z' }, // open for exactly 72 hours
      { opened_at: '2026-05-14T12:00:00Z' },
    ],
    MID_MAY,
  )
  t.hasStrict(row, { tickets: 3, overdue_tickets: 1 })
})

t.test('a ticket resolved after as_of is open', async (t) => {
  const row = await ofTickets(
    [
      { opened_at: '2026-05-14T12:00:00Z', resolved_at: '2026-05-30T12:00:00Z' },
      { opened_at: '2026-05-10T12:00:00Z', resolved_at: '2026-05-30T12:00:00Z' },
    ],
    MID_MAY,
  )
  t.hasStrict(row, { tickets: 2, overdue_tickets: 1 })
})

t.test('a reply does not end a ticket', async (t) => {
  const row = await ofTickets([{ replied_at: '2026-05-05T13:00:00Z' }])
  t.hasStrict(row, { replied_in_time: 1, overdue_tickets: 1 })
})

t.test('each seller is added up for itself; one without tickets has no row', async (t) => {
  const one = await seller({ tickets: [{}] })
  const other = await seller({ tickets: [{ category: 'complaint' }, { category: 'complaint' }] })
  const none = await seller()
  const rows = await aggregateTickets(db, [one, other, none], MAY, HELPDESK)
  t.strictSame(
    new Map(rows.map((row) => [row.seller_id, Number(row.seller_ticket_weight)])),
    new Map([
      [one, 1],
      [other, 4],
    ]),
  )
})
