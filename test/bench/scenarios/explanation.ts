import { bareServer } from '../bare.ts'
import { SMALL } from '../datasets.ts'
import { loadProcess } from '../load.ts'
import { PERIOD } from '../period.ts'
import { alternate, atLeast, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { calculateOverHttp, serviceOn } from '../service.ts'

const TITLE =
  'GET /api/sos/sellers/:seller_code/score/explanation of drafts, 64 connections, all checks on; the limit reads the row that it is made of.'

const SECONDS = 5

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl)
  await calculateOverHttp(service, PERIOD, SMALL.sellers)
  const bare = await bareServer(new URL('../bare/explanation.ts', import.meta.url), databaseUrl)
  const load = loadProcess()
  const paths = Array.from(
    { length: 1_000 },
    (_, n) => `/api/sos/sellers/S-${String(1 + n * 9).padStart(6, '0')}/score/explanation`,
  )
  const asked = (url: string) => async () =>
    (await load({ url, headers: service.headers, paths, connections: 64, seconds: SECONDS })).perSecond
  const { ours, limit } = await alternate(rounds, asked(service.url), asked(bare))
  return [
    {
      what: 'explanation of a score',
      unit: 'requests/s',
      ours,
      limit: { what: 'its row', values: limit },
      targets: [atLeast(0.8)],
    },
  ]
})
