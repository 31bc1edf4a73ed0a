import { bareAggregates } from '../bare/aggregates.ts'
import { SMALL } from '../datasets.ts'
import { fullCalculation } from '../full-calculation.ts'
import { PERIOD } from '../period.ts'
import { alternate, atMost, beside, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { peakOf, serviceOn } from '../service.ts'

const TITLE =
  'POST /api/sos/monthly/calculate over HTTP, 10,000 sellers with 2,000,000 orders of one month; the limit is the bare aggregate statements for all sellers at once on one connection with serial plans.'

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl)
  const bare = await bareAggregates(databaseUrl, PERIOD, SMALL.sellers)
  const calculate = await fullCalculation(service, databaseUrl, SMALL.sellers)
  const times = await alternate(rounds, calculate, bare)
  return [
    beside('10,000 sellers, 2,000,000 orders', 'ms', times, 'bare aggregates', atMost(1.3)),
    await peakOf(service, atMost(330, 'ours')),
  ]
})
