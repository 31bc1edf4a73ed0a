import type { Env } from '../../src/env.ts'
import { until } from '../flows/over-http.ts'
import { testApp } from '../setup/app.ts'

export type Test = Parameters<typeof testApp>[0]

/** The service, and what many tests make of it. */
export async function service(t: Test, settings: Partial<Record<keyof Env, string>> = {}) {
  const app = await testApp(t, { WORKER: 'on', ...settings })
  const { done } = app
  const create = async (url: string, body: object): Promise<number> =>
    (await done('bod', 'POST', url, body)).id
  const push = (feed: string, ...records: object[]) =>
    done('system', 'POST', `/api/sync/${feed}`, { records })
  const calculate = (period: string) => done('bod', 'POST', '/api/sos/monthly/calculate', { period })
  /** Forty orders of a month, so many of them cancelled by the seller's fault. */
  const pushOrders = (seller_code: string, period: string, cancelled: number) =>
    push(
      'orders',
      ...Array.from({ length: 40 }, (_, n) => ({
        order_code: `${period}-${n}`,
        seller_code,
        ordered_at: `${period}-01T00:00:00Z`,
        ...(n < cancelled && { cancelled_at: `${period}-01T00:00:00Z`, cancel_fault: 'seller' }),
      })),
    )
  const scoreOf = async (seller_code: string, period: string) =>
    (await done('bod', 'GET', `/api/sos/monthly?period=${period}`)).data.find(
      (score: { seller_code: string }) => score.seller_code === seller_code,
    )
  /** The KPIs of an account manager, once these months have one: a job computes them after the scores. */
  const kpisOf = (am_id: number | null, ...periods: string[]): Promise<{ period: string }[]> =>
    until(
      async () => (await done('bod', 'GET', `/api/am/portfolio/${am_id}/history`)).data,
      (data) => periods.every((month) => data.some(({ period }: { period: string }) => period === month)),
    )
  return { ...app, create, push, calculate, pushOrders, scoreOf, kpisOf }
}

export type Service = Awaited<ReturnType<typeof service>>
