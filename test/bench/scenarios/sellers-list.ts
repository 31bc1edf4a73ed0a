import { listsOf } from '../lists.ts'
import { atLeast, scenario } from '../scenario.ts'

const TITLE =
  'GET /api/sellers?limit=100 of 10,000 sellers, with logs at info; the limit is a node:http server that answers the page as json_agg makes it, with the same count, by one named statement a request.'

const page = { what: 'the first page', path: '/api/sellers?limit=100', unit: 'requests/s' as const }

export default scenario(TITLE, async (rounds) => {
  const { measure } = await listsOf('scores_small')
  return measure(
    rounds,
    [1, 4, 64].map((connections) => ({ ...page, connections, targets: [atLeast(1 / 3)] })),
  )
})
