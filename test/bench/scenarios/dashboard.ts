import pg from 'pg'
import { atEnd } from '../at-end.ts'
import { bareServer } from '../bare.ts'
import { loadProcess } from '../load.ts'
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
  const load = loadProcess()
  const path = `/api/dashboard/stats?period=${PERIOD}`
  const ask = (base: string) => async () =>
    (await load({ url: base, paths: [path], headers, connections: 1, seconds: 3 })).p50
  const askChanged = (base: string) => async () => {
    const times: number[] = []
    while (times.length < CHANGES) {
      await client.query('update sellers set payment_terms_days = $1 where id = 1', [times.length])
      times.push(await timed(async () => (await fetch(base + path, { headers })).text()))
    }
    return median(times)
  }
  const unchanged = await alternate(rounds, ask(url), ask(bareUrl))
  const changed = await alternate(rounds, askChanged(url), askChanged(bareUrl))
  const limit = (values: number[]) => ({ what: 'bare statement', values })
  return [
    {
      what: '100,000 scores, one connection',
      unit: 'ms',
      ours: unchanged.ours,
      limit: limit(unchanged.limit),
      targets: [atMost(20, 'ours')],
    },
    {
      what: 'the first after a change',
      unit: 'ms',
      ours: changed.ours,
      limit: limit(changed.limit),
      targets: [atMost(1.2)],
    },
  ]
})
