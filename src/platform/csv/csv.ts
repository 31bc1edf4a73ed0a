import { Readable } from 'node:stream'
import { httpErrors } from '@fastify/sensible'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import { openSnapshot, type Snapshot } from '../database/snapshot.ts'
import { prefersCsv } from './accept.ts'
import type { Column } from './columns.ts'
import { BYTE_ORDER_MARK, headingLine, rowLines } from './lines.ts'
import { listColumns } from './list-schema.ts'

/** Rows that are read and held at a time. */
const ROWS_PER_PAGE = 2_000

/** What a list answers; one without pages has no total. */
interface Page {
  data: unknown[]
  total?: number
}
type ReadPage = (page: number) => Promise<Page>

const pagesOf = ({ total = 0 }: Page) => Math.ceil(total / ROWS_PER_PAGE)

/**
 * Every list also answers `Accept: text/csv`: all pages of what the query asks for, made by the list's own handler
 * and streamed as fast as the caller reads. One page is one statement or two; more are read in one snapshot, so that
 * an export shows the rows as they were at one instant, each once. It holds a connection until the caller has it all.
 */
export const csv = fp(
  async (app) => {
    const mostAtOnce = Math.max(1, Math.floor(app.env.DATABASE_POOL_SIZE / 4))
    let running = 0

    app.addHook('onRoute', (route) => {
      const columns = route.method === 'GET' ? listColumns(route.schema) : undefined
      if (columns) route.handler = orCsv(route.handler, columns)
    })

    function orCsv(handler: RouteOptions['handler'], columns: Column[]): RouteOptions['handler'] {
      return function (this, request, reply) {
        reply.header('vary', 'accept')
        if (request.method !== 'GET' || !prefersCsv(request.headers.accept))
          return handler.call(this, request, reply)
        const query = request.query as object
        return sendCsv(request, reply, columns, (page) => {
          const asked = { value: { ...query, page, limit: ROWS_PER_PAGE } }
          return handler.call(this, Object.create(request, { query: asked }), reply) as Promise<Page>
        })
      }
    }

    async function sendCsv(request: FastifyRequest, reply: FastifyReply, columns: Column[], read: ReadPage) {
      const first = await read(1)
      const isWhole = pagesOf(first) <= 1
      const lines = isWhole ? pageOf(columns, first) : await streamOf(columns, read)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileNameOf(request)}"`)
        .send(lines)
    }

    async function streamOf(columns: Column[], read: ReadPage): Promise<Readable> {
      if (running >= mostAtOnce)
        throw httpErrors.serviceUnavailable(`${running} large exports are under way already; try again.`)
      running++
      let stream: Readable | undefined
      const snapshot = await openSnapshot(app.db.pool, (error) => stream?.destroy(error)).catch((error) => {
        running--
        throw error
      })
      stream = Readable.from(linesOf(columns, snapshot, read), { objectMode: false })
      return stream.once('close', () => {
        running--
        snapshot.close()
      })
    }
  },
  { name: 'csv', dependencies: ['database'] },
)

const pageOf = (columns: Column[], { data }: Page) =>
  BYTE_ORDER_MARK + headingLine(columns) + rowLines(columns, data)

async function* linesOf(columns: Column[], snapshot: Snapshot, read: ReadPage) {
  yield BYTE_ORDER_MARK + headingLine(columns)
  for (let page = 1, pages = 1; page <= pages; page++) {
    const found = await snapshot.read(() => read(page))
    pages = pagesOf(found)
    yield rowLines(columns, found.data)
  }
}

/** sellers.csv for /api/sellers?…, sellers-S-1-exceptions.csv for /api/sellers/S-1/exceptions. */
function fileNameOf({ url }: FastifyRequest) {
  const path = (url.split('?')[0] as string).replace(/^\/api\//, '')
  return `${path.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '')}.csv`
}
