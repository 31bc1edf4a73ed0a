import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { prefersCsv } from '../../src/platform/csv/accept.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { eventLine } from './event-line.ts'
import { eventsAfter, pageOfEvents } from './queries.ts'
import { feedSchema } from './schemas.ts'

/** What happened, for those who missed a webhook or want none. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/events',
    config: { permission: 'events.read' },
    schema: feedSchema,
    handler: listEvents,
  })
}

export const eventFeed = fp(plugin, {
  name: 'event-feed',
  encapsulate: true,
  dependencies: ['database', 'access'],
})

const listEvents: Handler<typeof feedSchema> = async (request) => {
  const { server, query } = request
  const { type, limit } = query
  const position = readCursor(query.after)
  if (prefersCsv(request))
    return csvPage(server.db, { ...(query as typeof query & { page: number }), position })
  const { data, reached } = await eventsAfter(server.db, { position, type, limit })
  return { data, next: writeCursor(reached) }
}

/** What an export asks for page by page; its lines are all events up to now. */
async function csvPage(db: Database, asked: Parameters<typeof pageOfEvents>[1]) {
  const { data, total } = await pageOfEvents(db, asked)
  return { data: data.map(eventLine), total } as never
}
