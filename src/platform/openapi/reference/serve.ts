import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isNamed } from '../../http/answers/answer-tags.ts'
import { entityTag } from '../../http/answers/entity-tag.ts'
import { weightsOf } from '../../http/requests/preferred-type.ts'
import { onceMade } from '../../once-made.ts'
import type { ApiDescription } from '../description.ts'
import type { Json } from '../models.ts'
import type { Asset } from './reference.ts'

/**
 * The page runs the scripts of this service, asks this service, and nobody else. Scalar writes styles inline; it needs
 * neither workers nor code made of text.
 */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const ASKED_AGAIN = { 'cache-control': 'no-cache' }
const PAGE_HEADERS = { 'content-security-policy': PAGE_POLICY, ...ASKED_AGAIN }

/** A year: another content has another name. */
const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Serves the page at /docs and what it loads, made at their first use. */
export function serveReference(app: FastifyInstance, description: ApiDescription) {
  const page = onceMade(async () => (await load()).makePage(description, app.env.AUTH_MODE === 'demo'))
  const source = onceMade(async () =>
    (await load()).makeSource(app.swagger() as unknown as Json, description),
  )

  async function sendAsset(request: FastifyRequest, reply: FastifyReply) {
    const { name } = request.params as { name: string }
    const asset = (await page()).assets.get(name)
    return asset ? send(request, reply.headers(KEPT), asset) : reply.callNotFound()
  }

  const hidden = { schema: { hide: true } }
  app.get('/docs', hidden, async (request, reply) =>
    send(request, reply.headers(PAGE_HEADERS), (await page()).page),
  )
  app.get('/docs/reference.json', hidden, async (request, reply) =>
    send(request, reply.headers(ASKED_AGAIN), await source()),
  )
  app.get('/docs/assets/:name', { ...hidden, config: { isAsset: true } }, sendAsset)
}

/** Loads what makes the page. */
const load = () => import('./reference.ts')

async function send({ headers }: FastifyRequest, reply: FastifyReply, asset: Asset) {
  const isGzipped = Number(weightsOf(headers['accept-encoding']).get('gzip')) > 0
  const tag = entityTag(isGzipped ? `${asset.name}-gzip` : asset.name)
  reply.headers({ etag: tag, vary: 'accept-encoding' })
  if (isNamed(headers['if-none-match'], tag)) return reply.code(304).send()
  if (isGzipped) reply.header('content-encoding', 'gzip')
  return reply.type(asset.type).send(isGzipped ? await asset.gzipped() : asset.content)
}
