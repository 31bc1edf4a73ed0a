import type pg from 'pg'
import { SMALL } from '../datasets.ts'
import { PERIOD } from '../period.ts'
import { alternate, atMost, beside, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { calculateOverHttp, connected, serviceOn } from '../service.ts'

const TITLE =
  'POST /api/sos/monthly/calculate again after all facts of some of 10,000 sellers with 2,000,000 orders have changed; the limit is a calculation of all of them by the same server.'

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl)
  const client = await connected(databaseUrl)
  const calculate = () => calculateOverHttp(service, PERIOD, SMALL.sellers)
  let round = 0

  /** After it, a calculation has nothing to go on from. */
  const all = async () => {
    await client.query('update scoring_runs set basis = null')
    const before = await scores(client)
    const time = await calculate()
    if ((await scores(client)) !== before) throw new Error('a calculation of all has other scores')
    return time
  }
  const someOf = (every: number) => async () => {
    await changeFacts(client, every, round++ % every)
    return calculate()
  }
  await calculate()
  const [one, ten] = [await alternate(rounds, someOf(100), all), await alternate(rounds, someOf(10), all)]
  return [
    beside('1 % of the sellers changed', 'ms', one, 'calculation of all', atMost(0.15)),
    beside('10 % of the sellers changed', 'ms', ten, 'calculation of all'),
  ]
})

/** Changes every fact of one in so many sellers. */
async function changeFacts(client: pg.Client, every: number, rest: number) {
  for (const change of [
    'orders set units = units % 4 + 1, has_data_error = not has_data_error',
    "tickets set resolved_at = opened_at + interval '5 hours' * (1 + extract(day from resolved_at))",
    'invoices set amount = amount + 1',
    'inventory_snapshots set quantity = quantity + 1',
    'forecasts set forecast_orders = forecast_orders + 1',
  ])
    await client.query(`update ${change} where seller_id % $1 = $2`, [every, rest])
}

/** A digest of all scores of the month and of what they are made of. */
async function scores(client: pg.Client) {
  const { rows } = await client.query(
    `select md5(string_agg(seller_id || ' ' || total_sos || inputs, ' ' order by seller_id)) as digest
     from monthly_scores join score_explanations using (seller_id, period, revision) where period = $1`,
    [PERIOD],
  )
  return rows[0].digest
}
