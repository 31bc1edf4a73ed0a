import { bareServer } from '../bare.ts'
import { SMALL } from '../datasets.ts'
import { loadProcess } from '../load.ts'
import { PERIOD } from '../period.ts'
import { pathsOf } from '../reads.ts'
import { alternate, atLeast, beside, scenario } from '../scenario.ts'
import { databaseOf } from '../server.ts'
import { calculateOverHttp, serviceOn } from '../service.ts'

const TITLE =
  'GET /api/sos/sellers/:seller_code/score/explanation of drafts, 64 connections, all checks on; the limit reads the row that it is made of.'

export default scenario(TITLE, async (rounds) => {
  const databaseUrl = await databaseOf('small')
  const service = await serviceOn(databaseUrl)
  await calculateOverHttp(service, PERIOD, SMALL.sellers)
  const bare = await bareServer(new URL('../bare/explanation.ts', import.meta.url), databaseUrl)
  const load = loadProcess()
  const paths = pathsOf(1_000, (code) => `/api/sos/sellers/${code}/score/explanation`, 9)
  const { headers } = service
  const asked = (url: string) => async () =>
    (await load({ url, headers, paths, connections: 64, seconds: 5 })).perSecond
  const reads = await alternate(rounds, asked(service.url), asked(bare))
  return [beside('explanation of a score', 'requests/s', reads, 'its row', atLeast(0.8))]
})
