import t from 'tap'
import { calendarOf, datesOf, monthOf } from '../../prisma/seed/calendar.ts'
import { campaignsOf } from '../../prisma/seed/demo.ts'
import { accountManagers, employees, users, WAREHOUSES } from '../../prisma/seed/people.ts'
import { randomFor } from '../../prisma/seed/random.ts'
import { ROLES } from '../../src/platform/access/roles.ts'

t.test(
  'every role, account manager and warehouse has an account, and user 1 sits on the board',
  async (t) => {
    t.match(users[0], { id: 1, username: 'board', role: 'bod' })
    t.same([...new Set(users.map(({ role }) => role))].sort(), [...ROLES].sort())
    t.same(
      users.filter(({ role }) => role === 'am').map(({ am_id }) => am_id),
      accountManagers.map(({ id }) => id),
    )
    t.same(
      users.filter(({ role }) => role === 'warehouse').map(({ warehouse_id }) => warehouse_id),
      WAREHOUSES.map(({ id }) => id),
    )
  },
)

t.test('accounts have the names that people guess, no password, and are marked as seeded', async (t) => {
  t.same(
    users.map(({ username }) => username),
    [
      'board', 'admin', 'ops.head', 'am.head', 'am.dana', 'am.jonas', 'am.mira', 'am.samuel', 'am.yuki',
      'wh.hamburg', 'wh.leipzig', 'wh.vienna', 'finance', 'oms.push', 'viewer', 'seller',
      'integration',
    ], // biome-ignore format: a list of names reads as a paragraph
  )
  t.same(
    [...new Set(users.map(({ password_hash, is_seeded }) => `${password_hash} ${is_seeded}`))],
    ['null true'],
  )
})

t.test('an account manager is the employee whose number it names', async (t) => {
  for (const { name, employee_id } of accountManagers)
    t.equal(employees.find(({ id }) => id === employee_id)?.full_name, name)
})

for (const anchor of ['2026-11-20', '2026-03-01', '2026-12-31', '2028-02-29'])
  t.test(`campaigns of ${anchor} stand as their dates say`, async (t) => {
    const campaigns = campaignsOf(calendarOf(anchor, 'UTC'))
    const kinds = (of: 'status' | 'campaign_type') => [...new Set(campaigns.map((one) => one[of]))].sort()
    t.equal(new Set(campaigns.map(({ campaign_code }) => campaign_code)).size, campaigns.length)
    t.same(kinds('status'), ['active', 'cancelled', 'completed', 'upcoming'])
    t.same(kinds('campaign_type'), ['major_campaign', 'mini_campaign'])
    for (const { campaign_code, status, start_date, end_date } of campaigns) {
      t.ok(start_date < end_date, `${campaign_code} ends after it starts`)
      if (status === 'completed') t.ok(end_date < anchor, `${campaign_code} is over`)
      if (status === 'upcoming') t.ok(start_date > anchor, `${campaign_code} is still to come`)
    }
  })

t.test('the demo is about three finished periods and the running one', async (t) => {
  t.same(calendarOf('2026-02-28', 'UTC').periods, ['2025-11', '2025-12', '2026-01', '2026-02'])
  t.same(calendarOf('2026-03-01', 'UTC').periods.at(-1), '2026-03')
  const dates = datesOf('2026-02')
  t.same([dates.length, dates[0], dates.at(-1)], [28, '2026-02-01', '2026-02-28'])
})

t.test('a day begins at the midnight of its time zone, also where the clocks change', async (t) => {
  for (const [timeZone, date, instant] of [
    ['UTC', '2026-07-01', '2026-07-01T00:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    ['Pacific/Auckland', '2026-01-01', '2025-12-31T11:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z'],
  ] as const)
    t.equal(new Date(calendarOf('2026-11-20', timeZone).startOf(date)).toISOString(), instant, timeZone)
})

t.test('what comes on the anchor or later has not happened', async (t) => {
  const { happened, startOf } = calendarOf('2026-11-20', 'Europe/Berlin')
  t.equal(happened(startOf('2026-11-20') - 1), '2026-11-19T22:59:59.999Z')
  t.equal(happened(startOf('2026-11-20')), undefined)
})

t.test('a date before the demo belongs to its first month, one to come to the running month', async (t) => {
  const calendar = calendarOf('2026-01-20', 'UTC')
  for (const [date, month] of [
    ['2025-05-31', 0],
    ['2025-10-01', 0],
    ['2025-11-30', 1],
    ['2025-12-31', 2],
    ['2026-01-01', 3],
    ['2026-01-31', 3],
    ['2026-04-01', 3],
  ] as const)
    t.equal(monthOf(calendar, date), month, date)
})

t.test('a key gives a stream of its own, which is the same on every machine', async (t) => {
  const draw = (...key: string[]) => Array.from({ length: 3 }, randomFor(...key).unit)
  t.same(
    draw('fixed').map((value) => value.toFixed(9)),
    ['0.540165006', '0.726846713', '0.272819984'],
  )
  t.notSame(draw('orders', 'S-1001'), draw('orders', 'S-1002'))
})

t.test('a whole number reaches both ends, a pick every member, a chance its percentage', async (t) => {
  const random = randomFor('ends')
  t.same([...new Set(Array.from({ length: 200 }, () => random.whole(2, 4)))].sort(), [2, 3, 4])
  t.same([...new Set(Array.from({ length: 200 }, () => random.pick(['a', 'b'])))].sort(), ['a', 'b'])
  const hits = Array.from({ length: 20_000 }, () => random.chance(30)).filter(Boolean).length
  t.ok(Math.abs(hits - 6000) < 250, `${hits} of 20,000`)
  t.same([random.chance(0), random.chance(100)], [false, true])
})
