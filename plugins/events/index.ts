import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import type { Handler } from '../../src/platform/http/handler.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { eventsAfter } from './queries.ts'
import { feedRoute } from './schemas.ts'

/** What happened, for those who missed a webhook or want none. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...feedRoute, handler: listEvents })
}

export default fp(plugin, {
  name: 'event-feed',
  encapsulate: true,
  dependencies: ['database', 'access'],
})

const listEvents: Handler<typeof feedRoute> = async ({ server, query: { after, type, limit } }) => {
  const { data, reached } = await eventsAfter(server.db, { position: readCursor(after), type, limit })
  return { data, next: writeCursor(reached) }
}
