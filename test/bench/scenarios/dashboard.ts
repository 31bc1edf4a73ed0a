import { bareServer } from '../bare.ts'
import { loadProcess } from '../load.ts'
import { PERIOD } from '../period.ts'
import { alternate, atMost, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { serviceOn } from '../service.ts'

const TITLE =
  'GET /api/dashboard/stats of a month with 100,000 scores, with logs at info; the limit is a node:http server that runs the same statement by name.'

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('scores_large')
  const { url, headers } = await serviceOn(databaseUrl)
  const bareUrl = await bareServer(new URL('../bare/dashboard.ts', import.meta.url), databaseUrl)
  const load = loadProcess()
  const paths = [`/api/dashboard/stats?period=${PERIOD}`]
  const ask = (base: string) => async () =>
    (await load({ url: base, paths, headers, connections: 1, seconds: 3 })).p50
  const { ours, limit } = await alternate(rounds, ask(url), ask(bareUrl))
  return [
    {
      what: '100,000 scores, one connection',
      unit: 'ms',
      ours,
      limit: { what: 'bare statement', values: limit },
      targets: [atMost(1.2)],
    },
  ]
})
