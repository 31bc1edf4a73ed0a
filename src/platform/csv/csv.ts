import { text } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { createSlots } from '../http/answers/slots.ts'
import { clientDisconnected } from '../http/connections/client-disconnected.ts'
import { serviceUnavailable } from '../http/errors/problems.ts'
import { preferredType } from '../http/requests/content-types.ts'
import { isLast, type Page, pageBlocks, type ReadPage, ROWS_PER_PAGE, spoolExport } from './export.ts'
import { type Column, csvColumnsOf } from './list-schema.ts'

/** An export may take minutes. */
const EXPORT_WAIT_MS = 600_000

/**
 * Every list also answers `Accept: text/csv`: all pages of what the query asks for, made by the list's own handler. A
 * feed goes from `next` to `next`, and says in a header where it ended. One page is answered at once; more are put into
 * a spool first, so that no connection is held while the caller reads, and that an error is answered as one. Few are
 * made at a time, the others wait in a line; any number may be read.
 */
export const csv = fp(
  async (app) => {
    const atOnce = Math.max(1, Math.floor(app.env.DATABASE_POOL_SIZE / 4))
    const exportSlots = createSlots({ atOnce, waitMs: EXPORT_WAIT_MS, refuse: tooMany })

    app.addHook('onRoute', (route) => {
      const columns = ['GET', 'HEAD'].includes(String(route.method)) ? csvColumnsOf(route.schema) : undefined
      if (!columns) return
      route.config = { ...route.config, alsoAnswers: ['text/csv'] }
      route.handler = orCsv(route.handler, columns)
    })

    function orCsv(handler: RouteOptions['handler'], columns: Column[]): RouteOptions['handler'] {
      return function (this, request, reply) {
        reply.header('vary', 'accept')
        if (request.method !== 'GET' || !prefersCsv(request)) return handler.call(this, request, reply)
        const query = request.query as { after?: string }
        let next: string | undefined
        return sendCsv(request, reply, columns, async (reads, page) => {
          const after = page === 1 ? query.after : next
          const asked = { value: { ...query, after, page, limit: ROWS_PER_PAGE } }
          const server = { value: Object.create(request.server, { db: { value: reads } }) }
          const answer = await handler.call(this, Object.create(request, { query: asked, server }), reply)
          const found = answer as Page
          next = found.next
          if (next !== undefined) reply.header('x-next', next)
          return found
        })
      }
    }

    async function sendCsv(request: FastifyRequest, reply: FastifyReply, columns: Column[], read: ReadPage) {
      request.freeSlot ??= await app.rowSlots.take(clientDisconnected(reply))
      const first = await read(app.db, 1)
      const content = isLast(first, 1)
        ? await text(pageBlocks(columns, first, 1))
        : await streamOf(request, reply, columns, read)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileNameOf(request)}"`)
        .send(content)
    }

    async function streamOf(request: FastifyRequest, reply: FastifyReply, columns: Column[], read: ReadPage) {
      request.freeSlot?.()
      const gone = clientDisconnected(reply)
      const free = await exportSlots.take(gone)
      const spool = await spoolExport(app, columns, read, gone).finally(free)
      reply.header('content-length', spool.size())
      return spool.stream()
    }
  },
  { name: 'csv', dependencies: ['database', 'spools', 'big-reads'] },
)

/** Whether the Accept header asks for CSV rather than JSON: what any type would satisfy gets JSON. */
const prefersCsv = ({ headers }: FastifyRequest) =>
  preferredType(headers.accept, ['application/json', 'text/csv']) === 'text/csv'

const tooMany = () =>
  serviceUnavailable('too_many_exports', 'Too many large exports wait already; try again.')

/** sellers.csv for /api/sellers?…, sellers-S-1-exceptions.csv for /api/sellers/S-1/exceptions. */
function fileNameOf({ url }: FastifyRequest) {
  const path = (url.split('?')[0] as string).replace(/^\/api\//, '')
  return `${path.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '')}.csv`
}
