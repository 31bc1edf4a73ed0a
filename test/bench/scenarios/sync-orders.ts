import { pushBodies } from '../push-bodies.ts'
import { atLeast, scenario } from '../scenario.ts'

const TITLE =
  'POST /api/sync/orders with 5,000 new orders as JSON; the limit is JSON.parse and one INSERT … ON CONFLICT over pg into a table of the same columns and indexes.'

export default scenario(TITLE, async (rounds) => {
  const { rows, peak } = await pushBodies(rounds, { records: 5_000, requests: 3 })
  return [
    { ...rows, targets: [atLeast(0.8)] },
    { what: "the server's peak memory", unit: 'MB', ours: [peak] },
  ]
})
