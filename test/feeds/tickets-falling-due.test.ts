import t from 'tap'
import { randomFor } from '../../prisma/seed/random.ts'
import type { ScoredMonth } from '../../src/feeds/scored-month.ts'
import { type DatedRecord, effectiveRecords } from '../../src/scoring/effective-records.ts'
import { helpdeskBefore } from '../../src/scoring/helpdesk-before.ts'
import { factsDatabase } from './a-facts-database.ts'
import {
  countedWorlds,
  EDGES,
  HOUR,
  makeWorlds,
  monthAt,
  SELLER_IDS,
  SELLERS,
  sameWorlds,
} from './counted-worlds.ts'
import { halfYearIn } from './months.ts'
import { aggregateTickets } from './sums.ts'

// A reply and a resolution count in the month in which their hours end, by the hours of the month of the opening.

const { db } = await factsDatabase(t)

/** Hours that change in February and in March, and a category that has its own in March alone. */
const RECORDS: DatedRecord<'helpdesk'>[] = [
  record(1, '*', [24, 72], '2025-01'),
  record(2, '*', [6, 900], '2026-02'),
  record(3, '*', [30, 48], '2026-03'),
  record(4, 'claim', [2, 400], '2026-03', '2026-03'),
]

function record(
  id: number,
  category: string,
  [reply_hours, resolve_hours]: [number, number],
  from: string,
  to?: string,
) {
  const dates = { is_active: true, effective_from: from, effective_to: to ?? null }
  return { id, version: 1, category, weight: 1, reply_hours, resolve_hours, ...dates }
}

interface Ticket {
  seller_id: number
  category: string
  reply_fault: string | null
  opened_at: number
  replied_at: number | null
  resolved_at: number | null
}

/** Worlds of a seller each: tickets from January to March, every other instant near to the edge of a month. */
function randomTickets(seed: string): Ticket[] {
  const { chance, pick, whole } = randomFor(seed)
  const near = () => pick(EDGES) + whole(-30, 30) * HOUR
  return Array.from({ length: SELLERS * 6 }, (_, n) => {
    const opened_at = chance(50) ? near() : Date.parse('2026-01-02') + whole(0, 2_000) * HOUR
    const after = (most: number) =>
      chance(50) ? Math.max(near(), opened_at) : opened_at + whole(0, most) * HOUR
    return {
      seller_id: 1 + (n % SELLERS),
      category: pick(['claim', 'question', 'question']),
      reply_fault: pick(['operator', 'seller', null, null]),
      opened_at,
      replied_at: chance(80) ? after(40) : null,
      resolved_at: chance(80) ? after(1_000) : null,
    }
  })
}

const tickets = randomTickets('falling due')
t.before(async () => {
  await makeWorlds(db)
  await db.rows(
    `insert into tickets (seller_id, ticket_code, category, reply_fault, opened_at, replied_at, resolved_at)
     select seller_id, 'T-' || row_number() over (), category, reply_fault, to_timestamp(opened_at / 1e3),
            to_timestamp(replied_at / 1e3), to_timestamp(resolved_at / 1e3)
     from jsonb_to_recordset($1::jsonb)
       as r(seller_id int, category text, reply_fault text, opened_at float8, replied_at float8, resolved_at float8)`,
    [JSON.stringify(tickets)],
  )
})

const helpdeskOf = (period: string) => effectiveRecords('helpdesk', RECORDS, period)

const NAMES = ['tickets', 'reply_due', 'replied_in_time', 'resolve_due', 'overdue_tickets'] as const
/** The sums of each seller by the feed's SQL, month by month. */
async function counted(months: ScoredMonth[]) {
  const found = countedWorlds(NAMES)
  for (const [i, month] of months.entries()) {
    const { period } = month
    const before = helpdeskBefore(RECORDS, period)
    found.set(i, await aggregateTickets(db, SELLER_IDS, month, helpdeskOf(period), before))
  }
  return found
}

/** When the hours of a ticket end. */
function deadlinesOf({ category, opened_at }: Ticket, months: ScoredMonth[]) {
  const helpdesk = helpdeskOf(months[monthAt(months, opened_at)]?.period ?? '2025-12')
  const { reply_hours = 0, resolve_hours = 0 } =
    helpdesk.find((one) => one.category === category) ?? helpdesk.find((one) => one.category === '*') ?? {}
  return { reply_by: opened_at + reply_hours * HOUR, resolve_by: opened_at + resolve_hours * HOUR }
}

for (const zone of ['UTC', 'Asia/Tokyo', 'America/New_York'])
  t.test(`in ${zone} each reply and resolution of 1,000 worlds counts once, in its month`, async (t) => {
    const months = await halfYearIn(db, zone)
    const expected = countedWorlds(NAMES)
    const { add } = expected
    const seen = { replies: 0, resolutions: 0, two: 0 }
    for (const ticket of tickets) {
      const { seller_id, opened_at, replied_at, resolved_at, reply_fault } = ticket
      const { reply_by, resolve_by } = deadlinesOf(ticket, months)
      const [opened, reply, resolve] = [opened_at, reply_by, resolve_by].map((at) => monthAt(months, at)) as [
        number,
        number,
        number,
      ]
      if (opened >= 0) add(opened, seller_id, 'tickets')
      if (reply_fault === 'operator') continue
      add(reply, seller_id, 'reply_due')
      if (replied_at !== null && replied_at <= reply_by) add(reply, seller_id, 'replied_in_time')
      add(resolve, seller_id, 'resolve_due')
      if (resolved_at === null || resolved_at > resolve_by) add(resolve, seller_id, 'overdue_tickets')
      if (reply > opened) seen.replies++
      if (resolve > opened) seen.resolutions++
      if (resolve > opened + 1) seen.two++
    }
    t.ok(seen.replies > 500 && seen.resolutions > 1_000 && seen.two > 50, JSON.stringify(seen))
    sameWorlds(t, await counted(months), expected)
  })

t.test('what a month that was final before has counted counts in no other one', async (t) => {
  const months = await halfYearIn(db, 'UTC', (period) =>
    period <= '2026-02' ? 'by_order' : period === '2026-03' ? 'after_by_order' : null,
  )
  const { total } = await counted(months)
  const judged = tickets.filter(({ reply_fault }) => reply_fault !== 'operator')
  const start = Date.parse('2026-03-01')
  /** Those that fall due from March on and were still open when it began. */
  const later = (due: 'reply_by' | 'resolve_by', done: 'replied_at' | 'resolved_at') =>
    judged.filter((ticket) => {
      const month = monthAt(months, deadlinesOf(ticket, months)[due])
      const at = ticket[done]
      return month > 2 || (month === 2 && (ticket.opened_at >= start || at === null || at >= start))
    }).length
  t.equal(total(2, 6, 'reply_due'), later('reply_by', 'replied_at'))
  t.equal(total(2, 6, 'resolve_due'), later('resolve_by', 'resolved_at'))
  t.equal(total(0, 2, 'resolve_due'), judged.filter(({ opened_at }) => opened_at < start).length)
})

t.test('hours of months before are named where they were others, and reach into the month', async (t) => {
  t.same(helpdeskBefore(RECORDS, '2026-01'), [])
  const star = (reply_hours: number, resolve_hours: number) => ({ category: '*', reply_hours, resolve_hours })
  t.same(helpdeskBefore(RECORDS, '2026-02'), [{ to: '2026-01', helpdesk: [star(24, 72)] }])
  t.same(
    helpdeskBefore(RECORDS, '2026-04').map(({ to }) => to),
    ['2026-02', '2026-03'],
  )
  t.same(helpdeskBefore(RECORDS, '2027-01'), [], 'no ticket of then is due any more')
  const same = [...RECORDS.slice(0, 1), record(9, '*', [24, 72], '2026-02')]
  t.same(helpdeskBefore(same, '2026-02'), [], 'a new record with the same hours')
})
