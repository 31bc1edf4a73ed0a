import t from 'tap'
import { calendarOf } from '../../prisma/seed/calendar.ts'
import { campaignsOf } from '../../prisma/seed/campaigns.ts'

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
