import { SMALL } from '../datasets.ts'
import { measureReads, pathsOf } from '../reads.ts'
import { atLeast, scenario } from '../scenario.ts'

const TITLE =
  'GET /api/sos/sellers/:seller_code/score, 10,000 sellers at random, with one log line a request; the limit is a node:http server that asks the same by one named statement a request.'

export default scenario(TITLE, (rounds) =>
  measureReads(rounds, {
    dataset: 'small',
    bare: ['score', 'bare, same SQL'],
    paths: pathsOf(SMALL.sellers, (code) => `/api/sos/sellers/${code}/score`),
    targets: { 64: [atLeast(2.8)], 1: [atLeast(0.9)] },
  }),
)
