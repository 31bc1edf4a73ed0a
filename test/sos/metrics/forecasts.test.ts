import t from 'tap'
import { aggregateForecasts } from '../../../plugins/sos/metrics/forecasts.sql.ts'
import { type Facts, factsDatabase } from './a-facts-database.ts'
import { MAY, MID_MAY, OCTOBER } from './months.ts'

const { db, seller, campaign } = await factsDatabase(t)
const DEADLINES = { base_days: 7, campaign_days: 14 }

/** The aggregates of a new seller with these facts and so many orders in the month. */
async function of(facts: Facts, orders: number, month = MAY, deadlines = DEADLINES) {
  const [row] = await aggregateForecasts(db, [await seller(facts)], [orders], month, deadlines)
  return row
}

t.test("the month's forecast is held against its orders", async (t) => {
  t.hasStrict(await of({ forecasts: [{ forecast_orders: 120 }] }, 100), {
    forecast_rows: 1,
    forecast_total: '120',
    actual_total: '100',
    absolute_error: '20',
    lateness_days: 0,
  })
})

t.test('a missing forecast is 0 orders and 14 days late', async (t) => {
  t.hasStrict(await of({}, 100), {
    forecast_rows: 1,
    forecast_total: '0',
    actual_total: '100',
    absolute_error: '100',
    lateness_days: 14,
  })
})

t.test('a forecast without orders is a row', async (t) => {
  t.hasStrict(await of({ forecasts: [{ forecast_orders: 50 }] }, 0), {
    forecast_rows: 1,
    forecast_total: '50',
    actual_total: '0',
    absolute_error: '50',
  })
})

t.test('neither a forecast nor orders is no row', async (t) => {
  t.equal(await of({}, 0), undefined)
  t.equal(await of({ forecasts: [{ forecast_orders: 0 }] }, 0), undefined)
})

t.test('a forecast of 0 for orders that came is a row, as late as it was submitted', async (t) => {
  const row = await of({ forecasts: [{ forecast_orders: 0, submitted_at: '2026-04-26T12:00:00Z' }] }, 10)
  t.hasStrict(row, { forecast_rows: 1, forecast_total: '0', absolute_error: '10', lateness_days: 2 })
})

t.test('a forecast of another month is none of this one', async (t) => {
  const forecasts = [
    { period: '2026-04', forecast_orders: 70 },
    { period: '2026-06', forecast_orders: 80 },
  ]
  t.hasStrict(await of({ forecasts }, 100), { forecast_rows: 1, forecast_total: '0', lateness_days: 14 })
})

t.test(
  'each campaign that ends in the month is a row beside the month, and errors do not cancel',
  async (t) => {
    const campaign_id = await campaign('2026-05-18', '2026-05-20')
    const facts = {
      forecasts: [{ forecast_orders: 120 }, { campaign_id, forecast_orders: 180 }],
      campaign_actuals: [{ campaign_id, actual_orders: 200 }],
    }
    t.hasStrict(await of(facts, 100), {
      forecast_rows: 2,
      forecast_total: '300',
      actual_total: '300',
      absolute_error: '40',
      lateness_days: 0,
    })
  },
)

t.test('a campaign with only a forecast is a row', async (t) => {
  const campaign_id = await campaign('2026-05-18', '2026-05-20')
  const row = await of({ forecasts: [{ campaign_id, forecast_orders: 30 }] }, 0)
  t.hasStrict(row, { forecast_rows: 1, forecast_total: '30', actual_total: '0', absolute_error: '30' })
})

t.test('a campaign with only an actual is a row whose forecast is missing', async (t) => {
  const campaign_id = await campaign('2026-05-18', '2026-05-20')
  const row = await of({ campaign_actuals: [{ campaign_id, actual_orders: 30 }] }, 0)
  t.hasStrict(row, { forecast_rows: 1, forecast_total: '0', absolute_error: '30', lateness_days: 14 })
})

t.test('a campaign that nothing was forecast for and nothing came of is no row', async (t) => {
  const campaign_id = await campaign('2026-05-18', '2026-05-20')
  const facts = {
    forecasts: [
      { forecast_orders: 9 },
      { campaign_id, forecast_orders: 0, submitted_at: '2026-05-30T12:00:00Z' },
    ],
    campaign_actuals: [{ campaign_id, actual_orders: 0 }],
  }
  t.hasStrict(await of(facts, 10), { forecast_rows: 1, lateness_days: 0 })
})

t.test('a campaign belongs to the month in which it ends', async (t) => {
  const dates = [
    ['2026-04-28', '2026-04-30', 1],
    ['2026-04-20', '2026-05-01', 20],
    ['2026-05-31', '2026-05-31', 300],
    ['2026-05-20', '2026-06-01', 4000],
  ] as const
  const campaign_actuals = []
  for (const [start, end, actual_orders] of dates)
    campaign_actuals.push({ campaign_id: await campaign(start, end), actual_orders })
  t.hasStrict(await of({ campaign_actuals }, 0), { forecast_rows: 2, actual_total: '320' })
})

t.test('a cancelled campaign is no row', async (t) => {
  const campaign_id = await campaign('2026-05-18', '2026-05-20', 'cancelled')
  const facts = {
    forecasts: [{ campaign_id, forecast_orders: 30 }],
    campaign_actuals: [{ campaign_id, actual_orders: 30 }],
  }
  t.equal(await of(facts, 0), undefined)
})

t.test('a campaign that ends after as_of has not ended', async (t) => {
  const today = await campaign('2026-05-10', '2026-05-15', 'active')
  const tomorrow = await campaign('2026-05-10', '2026-05-16', 'active')
  const facts = {
    forecasts: [
      { campaign_id: today, forecast_orders: 30 },
      { campaign_id: tomorrow, forecast_orders: 500 },
    ],
    campaign_actuals: [{ campaign_id: tomorrow, actual_orders: 70 }],
  }
  t.hasStrict(await of(facts, 0, MID_MAY), { forecast_rows: 1, forecast_total: '30', actual_total: '0' })
})

t.test('a forecast submitted at as_of or later has not been submitted', async (t) => {
  const submitted = (submitted_at: string) =>
    of({ forecasts: [{ forecast_orders: 90, submitted_at }] }, 100, MID_MAY)
  t.hasStrict(await submitted('2026-05-15T11:59:59.999Z'), { forecast_total: '90', lateness_days: 14 })
  t.hasStrict(await submitted('2026-05-15T12:00:00Z'), { forecast_total: '0', lateness_days: 14 })
})

t.test("a campaign's forecast is the one made for this period, though another is newer", async (t) => {
  const campaign_id = await campaign('2026-05-18', '2026-05-20')
  const forecasts = [
    { campaign_id, period: '2026-04', forecast_orders: 1, submitted_at: '2026-04-20T12:00:00Z' },
    { campaign_id, period: '2026-05', forecast_orders: 20, submitted_at: '2026-04-10T12:00:00Z' },
    { campaign_id, period: '2026-06', forecast_orders: 300, submitted_at: '2026-04-30T12:00:00Z' },
  ]
  t.hasStrict(await of({ forecasts }, 0), { forecast_rows: 1, forecast_total: '20' })
})

t.test("a campaign's forecast is the newest one when none was made for this period", async (t) => {
  const campaign_id = await campaign('2026-05-18', '2026-05-20')
  const forecasts = [
    { campaign_id, period: '2026-03', forecast_orders: 20, submitted_at: '2026-04-20T12:00:00Z' },
    { campaign_id, period: '2026-04', forecast_orders: 1, submitted_at: '2026-04-10T12:00:00Z' },
  ]
  t.hasStrict(await of({ forecasts }, 0), { forecast_rows: 1, forecast_total: '20' })
})

t.test("a campaign's forecast for this period that comes after as_of leaves the earlier one", async (t) => {
  const campaign_id = await campaign('2026-05-08', '2026-05-10')
  const forecasts = [
    { campaign_id, period: '2026-04', forecast_orders: 20, submitted_at: '2026-04-10T12:00:00Z' },
    { campaign_id, period: '2026-05', forecast_orders: 1, submitted_at: '2026-05-15T12:00:00Z' },
  ]
  t.hasStrict(await of({ forecasts }, 0, MID_MAY), { forecast_rows: 1, forecast_total: '20' })
})

const SUBMITTED = [
  { at: '2026-01-01T12:00:00Z', days: 0, title: 'months before is 0 days late' },
  {
    at: '2026-04-25T02:59:59.999Z',
    days: 0,
    title: 'on the day of the deadline in São Paulo is 0 days late',
  },
  { at: '2026-04-25T03:00:00Z', days: 1, title: 'on the day after the deadline in São Paulo is 1 day late' },
  { at: '2026-05-08T02:59:59.999Z', days: 13, title: '13 days after is 13 days late' },
  { at: '2026-05-08T03:00:00Z', days: 14, title: '14 days after is 14 days late' },
  { at: '2026-05-30T12:00:00Z', days: 14, title: 'weeks after is 14 days late' },
]
for (const { at, days, title } of SUBMITTED)
  t.test(`a forecast due on April 24 and submitted ${title}`, async (t) => {
    const row = await of({ forecasts: [{ forecast_orders: 100, submitted_at: at }] }, 100)
    t.equal(row?.lateness_days, days)
  })

t.test('lateness counts calendar days of a zone whose clocks change', async (t) => {
  const submitted = async (submitted_at: string) =>
    (await of({ forecasts: [{ period: '2026-10', forecast_orders: 1, submitted_at }] }, 1, OCTOBER))
      ?.lateness_days
  t.equal(await submitted('2026-09-24T21:59:59.999Z'), 0)
  t.equal(await submitted('2026-09-24T22:00:00Z'), 1)
})

t.test('the deadline of a campaign is campaign_days before it starts', async (t) => {
  const campaign_id = await campaign('2026-05-15', '2026-05-20')
  const submitted = async (submitted_at: string) =>
    (await of({ forecasts: [{ campaign_id, forecast_orders: 30, submitted_at }] }, 0))?.lateness_days
  t.equal(await submitted('2026-05-02T02:59:59.999Z'), 0)
  t.equal(await submitted('2026-05-02T03:00:00Z'), 1)
  t.equal(await submitted('2026-05-20T12:00:00Z'), 14)
})

t.test('the days of the deadlines are what the record says', async (t) => {
  const campaign_id = await campaign('2026-05-15', '2026-05-20')
  const facts = {
    forecasts: [
      { forecast_orders: 1, submitted_at: '2026-05-02T12:00:00Z' }, // due on May 1
      { campaign_id, forecast_orders: 1, submitted_at: '2026-05-15T12:00:00Z' }, // due on May 12
    ],
  }
  const row = await of(facts, 0, MAY, { base_days: 0, campaign_days: 3 })
  t.hasStrict(row, { forecast_rows: 2, lateness_days: 4 })
})

t.test('each seller is held against its own orders and campaigns', async (t) => {
  const campaign_id = await campaign('2026-05-18', '2026-05-20')
  const one = await seller({ forecasts: [{ forecast_orders: 10 }] })
  const other = await seller({ campaign_actuals: [{ campaign_id, actual_orders: 5 }] })
  const none = await seller()
  const rows = await aggregateForecasts(db, [one, none, other], [7, 0, 40], MAY, DEADLINES)
  t.strictSame(
    new Map(rows.map((row) => [row.seller_id, [row.forecast_rows, row.forecast_total, row.actual_total]])),
    new Map([
      [one, [1, '10', '7']],
      [other, [2, '0', '45']],
    ]),
  )
})

t.test('sums go beyond the largest integer of a column', async (t) => {
  const campaign_id = await campaign('2026-05-18', '2026-05-20')
  const forecast_orders = 2_147_483_647
  const row = await of({ forecasts: [{ forecast_orders }, { campaign_id, forecast_orders }] }, 0)
  t.hasStrict(row, { forecast_total: '4294967294', absolute_error: '4294967294' })
})
