import t from 'tap'
import { calendarOf } from '../../prisma/seed/calendar.ts'
import { campaignsOf } from '../../prisma/seed/demo.ts'
import { accountManagers, employees, users, WAREHOUSES } from '../../prisma/seed/people.ts'
import { ROLES } from '../../src/platform/access/roles.ts'

t.test('user 1 sits on the board', async (t) => {
  t.match(users[0], { id: 1, username: 'board', role: 'bod' })
})

t.test('every role has a user', async (t) => {
  t.same([...new Set(users.map(({ role }) => role))].sort(), [...ROLES].sort())
})

t.test('every account manager and every warehouse has an account of its own', async (t) => {
  t.same(
    users.filter(({ role }) => role === 'am').map(({ am_id }) => am_id),
    accountManagers.map(({ id }) => id),
  )
  t.same(
    users.filter(({ role }) => role === 'warehouse').map(({ warehouse_id }) => warehouse_id),
    WAREHOUSES.map(({ id }) => id),
  )
})

t.test('accounts have the names that people guess', async (t) => {
  t.same(
    users.map(({ username }) => username),
    [
      'board', 'admin', 'ops.head', 'am.head', 'am.dana', 'am.jonas', 'am.mira', 'am.samuel', 'am.yuki',
      'wh.hamburg', 'wh.leipzig', 'wh.vienna', 'finance', 'oms.push', 'viewer', 'seller',
      'integration',
    ], // biome-ignore format: a list of names reads as a paragraph
  )
})

t.test('no account has a password, and each is marked as seeded', async (t) => {
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
    t.equal(new Set(campaigns.map(({ campaign_code }) => campaign_code)).size, campaigns.length)
    t.same([...new Set(campaigns.map(({ status }) => status))].sort(), [
      'active',
      'cancelled',
      'completed',
      'upcoming',
    ])
    t.same([...new Set(campaigns.map(({ campaign_type }) => campaign_type))].sort(), [
      'major_campaign',
      'mini_campaign',
    ])
    for (const { campaign_code, status, start_date, end_date } of campaigns) {
      t.ok(start_date < end_date, `${campaign_code} ends after it starts`)
      if (status === 'completed') t.ok(end_date < anchor, `${campaign_code} is over`)
      if (status === 'upcoming') t.ok(start_date > anchor, `${campaign_code} is still to come`)
    }
  })
