import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { entityTag, isNamed } from '../../http/answers/answer-tags.ts'
import { weightsOf } from '../../http/requests/content-types.ts'
import { onceMade } from '../../kept.ts'
import type { ApiDescription } from '../description.ts'
import { capital, type Json } from '../models.ts'
import { guideAddress, readGuides } from './guides.ts'

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

const SOURCE = '/docs/reference.json'

/** Serves the page at /docs and what it loads, made at their first use. */
export function serveReference(app: FastifyInstance, description: ApiDescription) {
  const page = onceMade(() => makePage(description, app.env.AUTH_MODE === 'demo'))
  const source = onceMade(() => makeSource(app.swagger() as unknown as Json, description))

  const hidden = { schema: { hide: true } }
  app.get('/docs', hidden, async (request, reply) =>
    send(request, reply.headers(PAGE_HEADERS), (await page()).page),
  )
  app.get(SOURCE, hidden, async (request, reply) => send(request, reply.headers(ASKED_AGAIN), await source()))
  app.get('/docs/assets/:name', { ...hidden, config: { isAsset: true } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const asset = (await page()).assets.find((one) => one.name === name)
    return asset ? send(request, reply.headers(KEPT), asset) : reply.callNotFound()
  })
}

async function send({ headers }: FastifyRequest, reply: FastifyReply, asset: Asset) {
  const isGzipped = Number(weightsOf(headers['accept-encoding']).get('gzip')) > 0
  const tag = entityTag(isGzipped ? `${asset.name}-gzip` : asset.name)
  reply.headers({ etag: tag, vary: 'accept-encoding' })
  if (isNamed(headers['if-none-match'], tag)) return reply.code(304).send()
  if (isGzipped) reply.header('content-encoding', 'gzip')
  return reply.type(asset.type).send(isGzipped ? await asset.gzipped() : asset.content)
}

/** A file that the page loads, with a name such as start-1f3a….js. Another content has another name. */
type Asset = ReturnType<typeof createAsset>

/** @param name its name without the hash */
function createAsset(name: string, content: Buffer) {
  const ending = extname(name)
  return {
    name: `${name.slice(0, -ending.length)}-${hash('sha256', content, 'hex').slice(0, 16)}${ending}`,
    type: TYPES[ending] as string,
    content,
    /** The content compressed, at its first use. */
    gzipped: onceMade(() => promisify(gzip)(content)),
  }
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/**
 * The page, and by name what it loads: the library of Scalar, which comes with its package for Fastify (of which
 * nothing else is used), its start and its style. The document that it shows is asked for by itself.
 * @param isDemo whether requests that the page sends may name user 1
 */
async function makePage(description: ApiDescription, isDemo: boolean) {
  const scalar = dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference'))
  const assetOf = async (name: string, file = join(import.meta.dirname, name)) =>
    createAsset(name, await readFile(file))
  const [library, start, style] = await Promise.all([
    assetOf('scalar.js', join(scalar, 'js/standalone.js')),
    assetOf('start.js'),
    assetOf('look.css'),
  ])
  const page = pageOf(description, { library, start, style }, isDemo)
  return { page: createAsset('page.html', Buffer.from(page)), assets: [library, start, style] }
}

/** The API's document as the page shows it: with guides before the reference, which programs have no use for. */
async function makeSource(
  document: Json,
  { introduction, guides, tagTitles }: ApiDescription,
): Promise<Asset> {
  const tags = (document.tags as { name: string }[]).map((tag) => ({
    ...tag,
    'x-displayName': tagTitles[tag.name] ?? capital(tag.name),
  }))
  const info = {
    ...(document.info as Json),
    description: `${introduction}\n\n${await readGuides(guides)}`,
  }
  return createAsset('reference.json', Buffer.from(JSON.stringify({ ...document, info, tags })))
}

/**
 * The documentation page. What stands in it is seen at once, and by those without scripts; the reference takes its
 * place when it has been read.
 */
const pageOf = (
  { title, introduction, guides }: ApiDescription,
  { library, start, style }: { library: Asset; start: Asset; style: Asset },
  isDemo: boolean,
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} API</title>
<meta name="description" content="${escaped(introduction.split('. ')[0] as string)}.">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/${style.name}">
<link rel="preload" as="fetch" crossorigin href="${SOURCE}">
<script defer src="/docs/assets/${library.name}"></script>
<script type="module" src="/docs/assets/${start.name}"></script>
</head>
<body>
<div id="reference" data-source="${SOURCE}"${isDemo ? ' data-demo' : ''}>
<main class="first">
<h1>${escaped(title)} API</h1>
<p>${escaped(introduction).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>
<ul>${guides.map(({ title }) => `<li><a href="#${guideAddress(title)}">${escaped(title)}</a></li>`).join('')}</ul>
<p role="status">Opening the reference …</p>
<noscript><p>The reference needs JavaScript. Without it, read the document itself: <a href="/docs/json">/docs/json</a> or <a href="/docs/yaml">/docs/yaml</a>.</p></noscript>
</main>
</div>
</body>
</html>
`

const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (one) => MARKUP[one] as string)
