import pg from 'pg'
import { shiftPeriod } from '../../../src/domain/business-time.ts'
import { atEnd } from '../at-end.ts'
import { fillFacts } from '../fill-month.ts'
import { fullCalculation } from '../full-calculation.ts'
import { PERIOD } from '../period.ts'
import { atMost, type Figure, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { serviceOn } from '../service.ts'

const TITLE =
  'The month’s calculation with 24 months of facts in the database, beside the same month alone. Each seller has 200 orders a month; BENCH_YEARS_SELLERS=200 tries it with few sellers, whose own month has none.'

const MONTHS = 24
const SELLERS = Number(process.env.BENCH_YEARS_SELLERS ?? 10_000)

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf(SELLERS === 10_000 ? 'small' : 'few')
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c timezone=UTC' })
  await client.connect()
  atEnd(() => client.end())
  const { rows } = await client.query(`select count(*)::int as sellers from sellers where status = 'active'`)
  const { sellers } = rows[0] as { sellers: number }
  await client.query('vacuum analyze')
  const alone = await calculations(databaseUrl, sellers, rounds)
  for (let back = MONTHS - 1; back > 0; back--)
    await fillFacts(client, shiftPeriod(PERIOD, -back), sellers, 200)
  await client.query('vacuum analyze')
  const among = await calculations(databaseUrl, sellers, rounds)
  const figure: Figure = {
    what: `${sellers} sellers, one month among ${MONTHS}`,
    unit: 'ms',
    ours: among,
    limit: { what: 'the month alone', values: alone },
    targets: [atMost(1.15)],
  }
  return [figure]
})

/** How long a calculation takes, in ms, each time; the first does not count. */
async function calculations(databaseUrl: string, sellers: number, rounds: number) {
  const service = await serviceOn(databaseUrl)
  const calculate = await fullCalculation(service, databaseUrl, sellers)
  const times = []
  for (let round = -1; round < rounds; round++) {
    const ms = await calculate()
    if (round >= 0) times.push(ms)
  }
  await service.stop()
  return times
}
