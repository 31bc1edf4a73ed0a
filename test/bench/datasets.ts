import { fillMonths } from './fill-month.ts'
import { fillScores } from './fill-scores.ts'
import { PERIOD } from './period.ts'
import { calculateOverHttp, connected, serviceOn } from './service.ts'

/** BENCH_SELLERS makes it smaller, on a server that keeps no dataset. */
export const SMALL = { sellers: Number(process.env.BENCH_SELLERS ?? 10_000), ordersEach: 200 }
export const LARGE = { sellers: 100_000, ordersEach: 100 }

/** What databases can be filled with; each fills an empty migrated database, reached by its URL. */
export const DATASETS = {
  /** 200 sellers, nothing else */
  few: (url: string) => fill(url, { sellers: 200, ordersEach: 0 }),
  /** 10,000 sellers, 2,000,000 orders of PERIOD and the other facts in proportion, scored once */
  small: (url: string) => scored(url, SMALL),
  /** 100,000 sellers with 10,000,000 orders of PERIOD, scored once */
  large: (url: string) => scored(url, LARGE),
  /** as many sellers as small and large, each with a score of PERIOD, and no orders */
  scores_small: (url: string) => fillScores(url, SMALL.sellers),
  scores_large: (url: string) => fillScores(url, LARGE.sellers),
}
export type Dataset = keyof typeof DATASETS

async function fill(url: string, facts: { sellers: number; ordersEach: number }) {
  const client = await connected(url)
  await fillMonths(client, PERIOD, facts)
  await client.end()
}

async function scored(url: string, facts: { sellers: number; ordersEach: number }) {
  await fill(url, facts)
  const service = await serviceOn(url)
  await calculateOverHttp(service, PERIOD, facts.sellers)
  await service.stop()
  const client = await connected(url)
  await client.query('vacuum analyze')
  await client.end()
}
