import pg from 'pg'
import { atEnd } from '../at-end.ts'
import { bareServer } from '../bare.ts'
import { PERIOD } from '../period.ts'
import { alternate, atMost, median, scenario, timed } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { serviceOn } from '../service.ts'

const TITLE =
  'GET /api/dashboard/stats of a month with 100,000 scores, with logs at info; the limit is a node:http server that runs the same statement by name.'
/** Of each round. */
const CHANGES = 7

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('scores_large')
  const { url, headers } = await serviceOn(databaseUrl)
  const bareUrl = await bareServer(new URL('../bare/dashboard.ts', import.meta.url), databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', console.error)
  await client.connect()
  atEnd(() => client.end())
  const path = `/api/dashboard/stats?period=${PERIOD}`
  const askChanged = (base: string) => async () => {
    const times: number[] = []
    while (times.length < CHANGES) {
      await client.query('update sellers set payment_terms_days = $1 where id = 1', [times.length])
      times.push(await timed(async () => (await fetch(base + path, { headers })).text()))
    }
    return median(times)
  }
  const { ours, limit } = await alternate(rounds, askChanged(url), askChanged(bareUrl))
  return [
    {
      what: '100,000 scores, after a change',
      unit: 'ms',
      ours,
      limit: { what: 'bare statement', values: limit },
      targets: [atMost(1.2)],
    },
  ]
})
