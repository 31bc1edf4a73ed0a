import { backtestOverHttp, prepareBacktest } from '../backtest.ts'
import { SMALL } from '../datasets.ts'
import { fullCalculation } from '../full-calculation.ts'
import { alternate, atMost, beside, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { memoryOf, serviceOn } from '../service.ts'

const MONTHS = Number(process.env.BENCH_BACKTEST_MONTHS ?? 12)
const TITLE =
  'POST /api/backtests over HTTP until it is completed, 10,000 sellers with 2,000,000 orders each month; the limit is a calculation of one of the months, times their number. BENCH_BACKTEST_MONTHS=3 tries it with fewer than 12.'

if (!(MONTHS >= 2))
  throw new RangeError('BENCH_BACKTEST_MONTHS must be at least 2: memory is compared with that of one month')

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('small')
  const draft_id = await prepareBacktest(databaseUrl, { ...SMALL, months: MONTHS })
  const { sellers } = SMALL
  const service = await serviceOn(databaseUrl)
  const calculate = await fullCalculation(service, databaseUrl, sellers)
  const backtest = (months: number, by = service) => backtestOverHttp(by, { draft_id, months, sellers })
  const times = await alternate(
    rounds,
    () => backtest(MONTHS),
    async () => MONTHS * (await calculate()),
  )
  await service.stop()
  const peaks = { ours: [await peakOf(MONTHS)], limit: [await peakOf(1)] }
  const small = [atMost(400, 'ours'), atMost(1.2)]
  return [
    beside(`10,000 sellers, ${MONTHS} months`, 'ms', times, `${MONTHS} times a calculation`, atMost(1.5)),
    beside("the server's peak memory", 'MB', peaks, 'of a backtest of one month', ...small),
  ]

  /** The peak memory of a new server that does nothing but a backtest of so many months, in MB. */
  async function peakOf(months: number): Promise<number> {
    const alone = await serviceOn(databaseUrl)
    await backtest(months, alone)
    const { peak } = await memoryOf(alone.pid)
    await alone.stop()
    return peak
  }
})
