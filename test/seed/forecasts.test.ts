import t from 'tap'
import { factsOf } from '../../prisma/seed/behaviour.ts'
import { planDemo } from '../../prisma/seed/demo.ts'
import { dateOf } from '../../src/domain/business-time.ts'
import { metricNamed } from '../../src/scoring/metrics.ts'
import { addDays, firstDay } from '../../src/scoring/month.ts'

const ZONE = 'Europe/Berlin'
const demo = planDemo('2026-11-20', ZONE, 200)
const { base_days = 0, campaign_days = 0 } = metricNamed('forecast_lateness')?.params ?? {}

interface Row {
  seller_code: string
  campaign_code?: string
  period: string
  submitted_at: string
}
const facts = [0, 1, 2].flatMap((month) => factsOf(demo, month))
const pushed = (name: string) =>
  facts.filter(({ feed }) => feed === name).flatMap(({ records }) => records) as Row[]

const campaigns = new Map(demo.campaigns.map((campaign) => [campaign.campaign_code, campaign]))
const sellers = new Map(demo.sellers.map((seller) => [seller.code, seller]))
const planning = ({ seller_code }: Row) => sellers.get(seller_code)?.quality[0]?.[0] ?? 0
const good = (row: Row) => planning(row) > 0.65
const poor = (row: Row) => planning(row) < 0.35

/** Days after the deadline that the formula sets; 0 and less are in time. */
function lateness({ campaign_code, period, submitted_at }: Row): number {
  const start = campaigns.get(campaign_code ?? '')?.start_date
  const deadline = start ? addDays(start, -campaign_days) : addDays(firstDay(period), -base_days)
  return (Date.parse(dateOf(new Date(submitted_at), ZONE)) - Date.parse(deadline)) / 86_400_000
}

const inTime = (rows: Row[]) => rows.filter((row) => lateness(row) <= 0).length / rows.length

const KINDS = [
  ['a month', ({ campaign_code }: Row) => !campaign_code],
  ['a campaign', ({ campaign_code }: Row) => campaign_code],
] as const
for (const [kind, isOfKind] of KINDS)
  t.test(`most forecasts of ${kind} come in time, more of good planners than of poor ones`, async (t) => {
    const rows = pushed('forecasts').filter(isOfKind)
    const [all, best, worst] = [inTime(rows), inTime(rows.filter(good)), inTime(rows.filter(poor))]
    t.ok(all > 0.6 && all < 0.9, `${all} of all`)
    t.ok(best > 0.8, `${best} of good planners`)
    t.ok(worst < 0.6, `${worst} of poor planners`)
    t.ok(Math.max(...rows.map(lateness)) > 10, 'some come very late')
  })

t.test('some sellers sold in a campaign without a forecast, more poor planners than good ones', async (t) => {
  const forecast = new Set(pushed('forecasts').map((row) => `${row.seller_code} ${row.campaign_code}`))
  const sold = pushed('campaign-actuals')
  const missing = (rows: Row[]) =>
    rows.filter((row) => !forecast.has(`${row.seller_code} ${row.campaign_code}`)).length / rows.length
  const [all, best, worst] = [missing(sold), missing(sold.filter(good)), missing(sold.filter(poor))]
  t.ok(all > 0.05 && all < 0.25, `${all} of all`)
  t.ok(best < 0.1 && worst > 0.2, `${best} of good planners, ${worst} of poor ones`)
})
