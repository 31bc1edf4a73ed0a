import { bareAggregates } from '../bare/aggregates.ts'
import { LARGE } from '../datasets.ts'
import { fullCalculation } from '../full-calculation.ts'
import { loadProcess } from '../load.ts'
import { PERIOD } from '../period.ts'
import { pathsOf } from '../reads.ts'
import { alternate, atMost, beside, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { peakOf, serviceOn } from '../service.ts'

const TITLE =
  'The same with 100,000 sellers and 10,000,000 orders, and what readers of scores notice meanwhile: p99 of 4 connections while the month is calculated, beside p99 of the same readers while nothing else is done.'

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('large')
  const service = await serviceOn(databaseUrl, { CALCULATE_WAIT_SECONDS: '600' })
  const bare = await bareAggregates(databaseUrl, PERIOD, LARGE.sellers)
  const calculate = await fullCalculation(service, databaseUrl, LARGE.sellers)
  const times = await alternate(rounds, calculate, bare, 0)
  const peak = await peakOf(service, atMost(400, 'ours'))

  const load = loadProcess()
  const paths = pathsOf(1_000, (code) => `/api/sos/sellers/${code}/score`, 97)
  const { url, headers } = service
  const p99 = async () => (await load({ url, headers, paths, connections: 4, seconds: 5 })).p99
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
    beside('100,000 sellers, 10,000,000 orders', 'ms', times, 'bare aggregates', atMost(1.5)),
    peak,
    beside('p99 of score reads meanwhile', 'ms', reads, 'while idle', atMost(2)),
  ]
})
