import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import type { Handler } from '../../src/platform/http/handler.ts'
import { controlTotalRoutes } from './control-totals/routes.ts'
import { csvChunks } from './csv.ts'
import { uncheckedBody } from './envelope.ts'
import { describeFeed } from './feed-description.ts'
import { feedsSchema } from './feed-schemas.ts'
import { FEED_NAMES, FEEDS } from './feeds.ts'
import { mappingRoutes } from './mappings/routes.ts'
import { chunksOf } from './ndjson.ts'
import { pushTo } from './push.ts'
import { alsoTakes, pushSchema } from './push-schemas.ts'
import { pageOfRejections, statusOfFeeds } from './queries.ts'
import { deletePastFacts, pushRetention } from './retention.ts'
import { rejectionsSchema, statusSchema } from './schemas.ts'
import { takeStream } from './sent-stream.ts'
import { SYNC_QUESTIONS } from './sync-metrics.ts'

/** One format under three names. */
const NDJSON = ['application/x-ndjson', 'application/ndjson', 'application/jsonl']
const MOST_JSON_BYTES = 32 * 1024 * 1024

/** Where upstream systems push facts, and where one sees what became of them. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.addContentTypeParser(NDJSON, takeStream(chunksOf))
  app.addContentTypeParser('text/csv', takeStream(csvChunks))
  app.retention.keep(pushRetention(app.env))
  app.retention.also(deletePastFacts)
  app.metrics.ask(...SYNC_QUESTIONS)

  for (const feed of FEEDS)
    app.route({
      method: 'POST',
      url: `/api/sync/${feed.name}`,
      config: { permission: 'sync.write', alsoTakes, longBody: true },
      bodyLimit: MOST_JSON_BYTES,
      schema: pushSchema(feed),
      validatorCompiler: uncheckedBody(app),
      handler: pushTo(feed),
    })
  mappingRoutes(app)
  controlTotalRoutes(app)
  app.route({
    method: 'GET',
    url: '/api/sync/feeds',
    config: { permission: 'sync.read', answersTag: true },
    schema: feedsSchema,
    handler: listFeeds,
  })
  app.route({
    method: 'GET',
    url: '/api/sync/rejections',
    config: { permission: 'sync.read' },
    schema: rejectionsSchema,
    handler: listRejections,
  })
  app.route({
    method: 'GET',
    url: '/api/sync/status',
    config: { permission: 'sync.read' },
    schema: statusSchema,
    handler: getStatus,
  })
}

export const sync = fp(plugin, {
  name: 'sync',
  encapsulate: true,
  dependencies: ['database', 'access', 'big-reads', 'events', 'retention', 'spools', 'metrics'],
})

const listFeeds: Handler<typeof feedsSchema> = async () => ({ data: FEEDS.map(describeFeed) })

const listRejections: Handler<typeof rejectionsSchema> = ({ server, query }) =>
  pageOfRejections(server.db, server.env.BUSINESS_TIMEZONE, query)

const getStatus: Handler<typeof statusSchema> = async ({ server }) => ({
  data: await statusOfFeeds(server.db, FEED_NAMES),
})
