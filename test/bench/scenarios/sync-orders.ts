import { pushBodies } from '../push-bodies.ts'
import { atLeast, scenario } from '../scenario.ts'

const TITLE =
  'POST /api/sync/orders with 5,000 new orders as JSON; the limit is JSON.parse and one INSERT … ON CONFLICT over pg into a table of the same columns and indexes.'

export default scenario(TITLE, (rounds) => pushBodies(rounds, 5_000, 3, atLeast(0.8)))
