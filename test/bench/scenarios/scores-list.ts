import { listsOf } from '../lists.ts'
import { PERIOD } from '../period.ts'
import { atLeast, atMost, scenario } from '../scenario.ts'

const TITLE =
  'GET /api/sos/monthly?limit=100 of a month, with logs at info; the limit is a node:http server that answers the page as json_agg makes it of the keys of the page, with the same count, by one named statement a request.'

const list = `/api/sos/monthly?period=${PERIOD}&limit=100`
const first = { what: 'the first page of 10,000', path: list, unit: 'requests/s' as const }
const hundredth = { ...first, what: 'page 100 of 10,000', path: `${list}&page=100` }
const thousandth = { what: 'page 1,000 of 100,000', path: `${list}&page=1000`, unit: 'ms' as const }

export default scenario(TITLE, async (rounds) => {
  const small = await listsOf('scores_small')
  const large = await listsOf('scores_large')
  return [
    ...(await small.measure(
      rounds,
      [first, hundredth].flatMap((page) =>
        [1, 4, 64].map((connections) => ({ ...page, connections, targets: [atLeast(1 / 3)] })),
      ),
    )),
    ...(await large.measure(rounds, [{ ...thousandth, connections: 1, targets: [atMost(3)] }])),
  ]
})
