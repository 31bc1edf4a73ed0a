import { measureReads } from '../reads.ts'
import { scenario } from '../scenario.ts'

const TITLE =
  'GET /api/health, which asks no database: what the framework and the hooks of every request cost; the limit is a node:http server that answers a text of that form.'

export default scenario(TITLE, (rounds) =>
  measureReads(rounds, {
    dataset: 'few',
    bare: ['trivial', 'bare node:http'],
    paths: ['/api/health'],
    targets: { 64: [], 1: [] },
  }),
)
