import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isNamed } from '../../src/platform/http/answers/answer-tags.ts'
import { encodingFor } from '../../src/platform/http/answers/encodings.ts'
import { serviceUnavailable } from '../../src/platform/http/errors/problems.ts'
import { preferredType } from '../../src/platform/http/requests/preferred-type.ts'
import { type ConsoleFile, createFiles, DIST, type Form, PAGE } from './files.ts'
import { ASSET_HEADERS, PAGE_HEADERS } from './policy.ts'

/** They cost nothing and tell nothing, so nobody is asked who it is, or counted. */
const OPEN = { config: { access: 'public', rateLimit: false }, schema: { hide: true } } as const

/** Serves what is built in `dist` under /console, to which / leads. */
export function servePages(app: FastifyInstance, dist = DIST) {
  const files = createFiles(dist, app.env.NODE_ENV === 'production')

  /** Every path is the page, which reads it by itself. */
  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    const page = (await files())?.get(PAGE)
    if (!page) throw serviceUnavailable('console_not_built', 'The console is not built: run npm run console.')
    return send(request, reply.headers(PAGE_HEADERS), page)
  }

  async function sendAsset(request: FastifyRequest, reply: FastifyReply) {
    const { '*': name } = request.params as { '*': string }
    const asset = (await files())?.get(`assets/${name}`)
    return asset ? send(request, reply.headers(ASSET_HEADERS), asset) : reply.callNotFound()
  }

  app.get('/', OPEN, leadToConsole)
  app.get('/console', OPEN, sendPage)
  app.get('/console/*', OPEN, sendPage)
  app.get('/console/assets/*', { ...OPEN, config: { ...OPEN.config, isAsset: true } }, sendAsset)
}

function send({ headers }: FastifyRequest, reply: FastifyReply, { type, forms }: ConsoleFile) {
  const encoding = encodingFor(headers['accept-encoding'], forms)
  const { content, tag } = forms.get(encoding) as Form
  reply.headers({ etag: tag, vary: 'accept-encoding' })
  if (isNamed(headers['if-none-match'], tag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(content)
}

/** Programs that ask for JSON learn, as ever, that there is nothing at /. */
async function leadToConsole(request: FastifyRequest, reply: FastifyReply) {
  if (preferredType(request.headers.accept, ['text/html', 'application/json']) === 'application/json')
    return reply.callNotFound()
  return reply.header('vary', 'accept').redirect('/console')
}
