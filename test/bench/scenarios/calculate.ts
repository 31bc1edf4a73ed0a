import pg from 'pg'
import { aggregateFacts } from '../../../plugins/sos/metrics/aggregate.ts'
import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { scoringRulesOf } from '../../../src/domain/scores/effective-rules.ts'
import { sqlOver } from '../../../src/platform/database/sql.ts'
import { atEnd } from '../at-end.ts'
import { SMALL } from '../datasets.ts'
import { PERIOD } from '../period.ts'
import { alternate, atMost, scenario, timed } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { calculateOverHttp, memoryOf, serviceOn } from '../service.ts'

const TITLE =
  'POST /api/sos/monthly/calculate over HTTP, 10,000 sellers with 2,000,000 orders of one month; the limit is the bare aggregate statements for all sellers at once on one connection with serial plans.'

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl)
  const bare = await bareAggregates(databaseUrl)
  const calculate = () => calculateOverHttp(service, PERIOD, SMALL.sellers)
  const { ours, limit } = await alternate(rounds, calculate, bare)
  const { peak } = await memoryOf(service.pid)
  return [
    {
      what: '10,000 sellers, 2,000,000 orders',
      unit: 'ms',
      ours,
      limit: { what: 'bare aggregates', values: limit },
      targets: [atMost(1.3)],
    },
    { what: "the server's peak memory", unit: 'MB', ours: [peak], targets: [atMost(330, 'ours')] },
  ]
})

/** The statements that add up all facts of the month, nothing else. */
async function bareAggregates(connectionString: string) {
  const client = new pg.Client({
    connectionString,
    options: '-c timezone=UTC -c max_parallel_workers_per_gather=0',
  })
  await client.connect()
  atEnd(() => client.end())
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const db = sqlOver((config) => client.query(config))
  const month = {
    period: PERIOD,
    month_start: `${PERIOD}-01T00:00:00.000Z`,
    as_of: `${shiftPeriod(PERIOD, 1)}-01T00:00:00.000Z`,
    as_of_date: new Date(Date.parse(`${shiftPeriod(PERIOD, 1)}-01`) - 1).toISOString().slice(0, 10),
    time_zone: 'UTC',
  }
  const rules = await scoringRulesOf(db, PERIOD)
  const sellers = Array.from({ length: SMALL.sellers }, (_, index) => index + 1)
  return () => timed(() => aggregateFacts(db, sellers, month, rules))
}
