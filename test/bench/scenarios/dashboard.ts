import { bareServer } from '../bare.ts'
import { PERIOD } from '../period.ts'
import { alternate, atMost, beside, median, scenario, timed } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { connected, serviceOn } from '../service.ts'

const TITLE =
  'GET /api/dashboard/stats of a month with 100,000 scores, with logs at info; the limit is a node:http server that runs the same statement by name.'
/** Of each round. */
const CHANGES = 7

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('scores_large')
  const { url, headers } = await serviceOn(databaseUrl)
  const bareUrl = await bareServer(new URL('../bare/dashboard.ts', import.meta.url), databaseUrl)
  const client = await connected(databaseUrl)
  const path = `/api/dashboard/stats?period=${PERIOD}`
  const askChanged = (base: string) => async () => {
    const times: number[] = []
    while (times.length < CHANGES) {
      await client.query('update sellers set payment_terms_days = $1 where id = 1', [times.length])
      times.push(await timed(async () => (await fetch(base + path, { headers })).text()))
    }
    return median(times)
  }
  const times = await alternate(rounds, askChanged(url), askChanged(bareUrl))
  return [beside('100,000 scores, after a change', 'ms', times, 'bare statement', atMost(1.2))]
})
