import type { testApp } from '../setup/app.ts'

type TestApp = Awaited<ReturnType<typeof testApp>>

/** The months of the tests, all over: three before, and the one that is finalized. */
export const BEFORE = ['2026-02', '2026-03', '2026-04']
export const MAY = '2026-05'

/** Sellers of each test service. */
export const SELLERS = 4

/** Makes the sellers S-1 to S-4 and pushes `perDay` orders a day of all months, but for the days left out. */
export async function pushYear(
  { app, done }: Pick<TestApp, 'app' | 'done'>,
  { perDay = 12, leftOut = [] as string[] } = {},
) {
  await app.db.rows(
    `insert into sellers (seller_code, company_name, contract_start_date)
     select 'S-' || n, 'Seller ' || n, '2024-01-01' from generate_series(1, ${SELLERS}) n`,
  )
  for (const period of [...BEFORE, MAY]) {
    const days = datesOf(period).filter((day) => !leftOut.includes(day))
    await pushOrders(
      { done },
      days.flatMap((day) => ordersOf(day, perDay)),
    )
  }
}

/** Pushes the orders of a day, spread over the sellers. */
export const pushDay = (service: Pick<TestApp, 'done'>, day: string, count = 12) =>
  pushOrders(service, ordersOf(day, count))

const ordersOf = (day: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    seller_code: `S-${1 + (n % SELLERS)}`,
    order_code: `${day}-${n}`,
    ordered_at: `${day}T10:00:00Z`,
    ready_by: `${day}T12:00:00Z`,
    ready_at: `${day}T11:00:00Z`,
  }))

const pushOrders = ({ done }: Pick<TestApp, 'done'>, records: object[]) =>
  done('system', 'POST', '/api/sync/orders', { records })

/** The dates from the first of a month to its last. */
function datesOf(period: string) {
  const first = Date.parse(`${period}-01`)
  return Array.from({ length: 31 }, (_, n) =>
    new Date(first + n * 86_400_000).toISOString().slice(0, 10),
  ).filter((day) => day.startsWith(period))
}

export const calculate = ({ done }: Pick<TestApp, 'done'>, period: string) =>
  done('bod', 'POST', '/api/sos/monthly/calculate', { period })

/** The report of a month, its checks by their ids. */
export async function reportOf({ call }: Pick<TestApp, 'call'>, period = MAY) {
  const { body } = await call('viewer', 'GET', `/api/sos/monthly/quality?period=${period}`)
  const ids = body.checks.map(({ id, level }: { id: string; level: string }) => `${level} ${id}`)
  return { ...body, ids }
}
