import { access } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serviceUnavailable } from '../../src/platform/http/errors/problems.ts'
import { formSchema } from './form-schemas.ts'
import { PAGE_HEADERS } from './policy.ts'

/** They tell nothing of anybody, so nobody is asked who it is, or counted. */
const OPEN = { config: { access: 'public', rateLimit: false }, schema: { hide: true } } as const

const DIST = join(import.meta.dirname, '../../console/next/dist')

/** Serves what is built of the next console under /console/next, and the fields of its forms. */
export function serveNext(app: FastifyInstance, dist = DIST) {
  app.register(staticFiles, {
    root: dist,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
  })
  app.get('/console/next', OPEN, sendPage)
  app.get('/console/next/*', OPEN, sendPage)
  app.get('/console/next/scheme.js', OPEN, sendScheme)
  app.get('/console/next/assets/:name', { ...OPEN, config: { ...OPEN.config, isAsset: true } }, sendAsset)
  app.get('/console/next/forms/:name', OPEN, sendForm)

  /** Every path is the page, which reads it by itself. */
  async function sendPage(_: FastifyRequest, reply: FastifyReply) {
    const isBuilt = await access(join(dist, 'index.html')).then(
      () => true,
      () => false,
    )
    if (!isBuilt)
      throw serviceUnavailable(
        'console_not_built',
        'The next console is not built: run npm ci, then npm run console.',
      )
    return reply.headers(PAGE_HEADERS).sendFile('index.html')
  }
}

/** It has no hash in its name, and sets the colours before the first paint. */
const sendScheme = (_: FastifyRequest, reply: FastifyReply) =>
  reply.header('cache-control', 'no-cache').sendFile('scheme.js')

/** Another content has another name. */
const sendAsset = (request: FastifyRequest, reply: FastifyReply) =>
  reply.sendFile(join('assets', (request.params as { name: string }).name), {
    cacheControl: true,
    maxAge: '1y',
    immutable: true,
  })

async function sendForm({ server, params }: FastifyRequest, reply: FastifyReply) {
  const schema = formSchema(server, (params as { name: string }).name)
  return schema ? reply.header('cache-control', 'no-cache').send(schema) : reply.callNotFound()
}
