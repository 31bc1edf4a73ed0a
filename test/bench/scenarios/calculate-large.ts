import { bareAggregates } from '../bare/aggregates.ts'
import { LARGE } from '../datasets.ts'
import { fullCalculation } from '../full-calculation.ts'
import { loadProcess } from '../load.ts'
import { PERIOD } from '../period.ts'
import { alternate, atMost, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { memoryOf, serviceOn } from '../service.ts'

const TITLE =
  'The same with 100,000 sellers and 10,000,000 orders, and what readers of scores notice meanwhile: p99 of 4 connections while the month is calculated, beside p99 of the same readers while nothing else is done.'

const READERS = 4
const SECONDS = 5

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('large')
  const service = await serviceOn(databaseUrl, { CALCULATE_WAIT_SECONDS: '600' })
  const bare = await bareAggregates(databaseUrl, PERIOD, LARGE.sellers)
  const calculate = await fullCalculation(service, databaseUrl, LARGE.sellers)
  const { ours, limit } = await alternate(rounds, calculate, bare, 0)
  const { peak } = await memoryOf(service.pid)

  const load = loadProcess()
  const paths = Array.from(
    { length: 1_000 },
    (_, n) => `/api/sos/sellers/S-${String(1 + n * 97).padStart(6, '0')}/score`,
  )
  const p99 = async () =>
    (
      await load({
        url: service.url,
        headers: service.headers,
        paths,
        connections: READERS,
        seconds: SECONDS,
      })
    ).p99
  const p99Meanwhile = async () => {
    let calculating = true
    const calculated = calculate().finally(() => {
      calculating = false
    })
    const values = []
    while (calculating) values.push(await p99())
    await calculated
    return Math.max(...values)
  }
  const reads = await alternate(rounds, p99Meanwhile, p99, 0)
  return [
    {
      what: '100,000 sellers, 10,000,000 orders',
      unit: 'ms',
      ours,
      limit: { what: 'bare aggregates', values: limit },
      targets: [atMost(1.5)],
    },
    { what: "the server's peak memory", unit: 'MB', ours: [peak], targets: [atMost(400, 'ours')] },
    {
      what: 'p99 of score reads meanwhile',
      unit: 'ms',
      ours: reads.ours,
      limit: { what: 'while idle', values: reads.limit },
      targets: [atMost(2)],
    },
  ]
})
