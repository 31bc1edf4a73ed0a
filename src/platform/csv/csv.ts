import accepts from '@fastify/accepts'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { clientDisconnected } from '../http/client-disconnected.ts'
import { serviceUnavailable } from '../http/problems.ts'
import { prefersCsv } from './accept.ts'
import type { Column } from './columns.ts'
import { isWhole, pageLines, type ReadPage, ROWS_PER_PAGE, spoolExport } from './export.ts'
import { type CsvForm, csvForm } from './list-schema.ts'

/**
 * Every list also answers `Accept: text/csv`: all pages of what the query asks for, made by the list's own handler.
 * A feed goes from `next` to `next`, and says in a header where it ended.
 * One page is answered at once; more are put into a spool first, so that no connection is held while the caller
 * reads, and that an error is answered as one. Few are made at a time; any number may be read.
 */
export const csv = fp(
  async (app) => {
    await app.register(accepts)
    const mostAtOnce = Math.max(1, Math.floor(app.env.DATABASE_POOL_SIZE / 4))
    let making = 0

    app.addHook('onRoute', (route) => {
      const form = route.method === 'GET' ? csvForm(route.schema) : undefined
      if (form) route.handler = orCsv(route.handler, form)
    })

    function orCsv(handler: RouteOptions['handler'], { columns, pageOf }: CsvForm): RouteOptions['handler'] {
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
          const found = pageOf(answer as never)
          next = found.next
          if (next !== undefined) reply.header('x-next', next)
          return found
        })
      }
    }

    async function sendCsv(request: FastifyRequest, reply: FastifyReply, columns: Column[], read: ReadPage) {
      const first = await read(app.db, 1)
      const content = isWhole(first) ? pageLines(columns, first) : await streamOf(reply, columns, read)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileNameOf(request)}"`)
        .send(content)
    }

    async function streamOf(reply: FastifyReply, columns: Column[], read: ReadPage) {
      if (making >= mostAtOnce)
        throw serviceUnavailable(
          'too_many_exports',
          `${making} large exports are under way already; try again.`,
        )
      making++
      const spool = await spoolExport(app, columns, read, clientDisconnected(reply)).finally(() => making--)
      reply.header('content-length', spool.size())
      reply.raw.setTimeout(app.env.EXPORT_TIMEOUT_SECONDS * 1000, () => reply.raw.destroy())
      return spool.stream()
    }
  },
  { name: 'csv', dependencies: ['database', 'spools'] },
)

/** sellers.csv for /api/sellers?…, sellers-S-1-exceptions.csv for /api/sellers/S-1/exceptions. */
function fileNameOf({ url }: FastifyRequest) {
  const path = (url.split('?')[0] as string).replace(/^\/api\//, '')
  return `${path.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '')}.csv`
}
