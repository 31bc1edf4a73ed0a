import { SMALL } from '../datasets.ts'
import { measureReads, pathsOf } from '../reads.ts'
import { atLeast, scenario } from '../scenario.ts'

const TITLE =
  'GET /api/sellers/:id by code, with ETag, score, exceptions, appeals and surcharges, 10,000 sellers at random, with one log line a request; the limit is a node:http server that reads the joined row alone by one named statement a request.'

export default scenario(TITLE, (rounds) =>
  measureReads(rounds, {
    dataset: 'small',
    bare: ['seller', 'bare read of the joined row'],
    paths: pathsOf(SMALL.sellers, (code) => `/api/sellers/${code}`),
    targets: { 64: [atLeast(2)], 1: [atLeast(0.6)] },
  }),
)
