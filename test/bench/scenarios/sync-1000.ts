import { pushBodies } from '../push-bodies.ts'
import { atLeast, scenario } from '../scenario.ts'

const TITLE =
  'POST /api/sync/orders with 1,000 new orders as JSON, one request after the other; the limit is JSON.parse and one INSERT … ON CONFLICT over pg into a table of the same columns and indexes. Directus 12.4 without its logs stores 1,466 rows a second.'

const DIRECTUS = 1_466

export default scenario(TITLE, (rounds) => pushBodies(rounds, 1_000, 10, atLeast(20 * DIRECTUS, 'ours')))
