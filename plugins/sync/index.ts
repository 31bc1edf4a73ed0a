import type { FastifyInstance } from 'fastify'
import { endpoint } from '../../src/platform/http/route.ts'
import { csvChunks } from './bodies/csv.ts'
import { chunksOf, takeStream } from './bodies/ndjson.ts'
import { controlTotalRoutes } from './control-totals.ts'
import { listFeeds } from './feed-description.ts'
import { mappingRoutes } from './mappings/routes.ts'
import { pushTo } from './push.ts'
import { pushSchema } from './push-schemas.ts'
import { pushedFeeds } from './pushed-feed.ts'
import { deletePastFacts, pushRetention } from './retention.ts'
import { getStatus, listRejections, SYNC_QUESTIONS } from './status.ts'

/** One format under three names. */
const NDJSON = ['application/x-ndjson', 'application/ndjson', 'application/jsonl']
const MOST_JSON_BYTES = 32 * 1024 * 1024

/** Where upstream systems push facts, and where one sees what became of them. */
export default async function plugin(app: FastifyInstance) {
  app.addContentTypeParser(NDJSON, takeStream(chunksOf))
  app.addContentTypeParser('text/csv', takeStream(csvChunks))
  app.retention.lines.push(...pushRetention(app.env))
  app.retention.work.push(deletePastFacts)
  app.metrics.ask(...SYNC_QUESTIONS)

  const feeds = pushedFeeds(app.feeds, app.env.CURRENCY)
  const names = feeds.map(({ name }) => name)
  for (const feed of feeds) {
    const push = endpoint('POST', `/api/sync/${feed.name}`, 'sync.write', pushSchema(feed))(pushTo(feed))
    app.route({ ...push, bodyLimit: MOST_JSON_BYTES })
  }
  const others = [listFeeds(feeds), listRejections(names), getStatus(names)]
  for (const route of [...mappingRoutes(feeds), ...controlTotalRoutes(app.feeds), ...others]) app.route(route)
}
