import t from 'tap'
import type { CampaignStatus } from '../../plugins/campaigns/schemas.ts'
import { openStatus, statusProblem } from '../../plugins/campaigns/states.ts'

const dates = { start_date: '2026-11-16', end_date: '2026-11-27' }

t.test('an open campaign is upcoming before its first day and active from then on', async (t) => {
  for (const [today, expected] of [
    ['2026-11-15', 'upcoming'],
    ['2026-11-16', 'active'],
    ['2026-11-27', 'active'],
    ['2026-11-28', 'active'],
  ] as const)
    t.equal(openStatus(dates, today), expected, today)
})

t.test('by hand a campaign gets what its dates say, or cancelled', async (t) => {
  const cases: [today: string, allowed: CampaignStatus[]][] = [
    ['2026-11-15', ['upcoming', 'cancelled']],
    ['2026-11-16', ['active', 'cancelled']],
    ['2026-11-27', ['active', 'cancelled']],
    ['2026-11-28', ['active', 'completed', 'cancelled']],
  ]
  for (const [today, allowed] of cases)
    for (const status of ['upcoming', 'active', 'completed', 'cancelled'] as const) {
      const problem = statusProblem(status, dates, today)
      if (allowed.includes(status)) t.equal(problem, null, `${status} on ${today}`)
      else t.match(problem, /^status can't be /, `${status} on ${today}`)
    }
})
