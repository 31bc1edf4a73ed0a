import { existsSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LABELS } from '../../src/domain/words/fields.ts'
import { LEVER_WORDS } from '../../src/domain/words/levers.ts'
import {
  APPEAL_STATUS_WORDS,
  ROLE_WORDS,
  SCORE_STATUS_WORDS,
  SELLER_STATUS_WORDS,
  SURCHARGE_STATUS_WORDS,
} from '../../src/domain/words/states.ts'
import { serviceUnavailable } from '../../src/platform/http/errors/problems.ts'
import { preferredType } from '../../src/platform/http/requests/content-types.ts'
import { pagePolicy } from '../../src/platform/http/security-headers.ts'
import { type Json, rebuild } from '../../src/platform/openapi/models.ts'

/** They tell nothing of anybody, so nobody is asked who it is, or counted. */
const OPEN = { config: { access: 'public', rateLimit: false }, schema: { hide: true } } as const

/**
 * The headers of the page. No text becomes markup or a script (trusted types), nothing is styled from within the markup,
 * and no other site frames or reaches its window.
 */
const PAGE_HEADERS = {
  'content-security-policy': pagePolicy(
    "style-src 'self'",
    "font-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ),
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // Kept, and asked for again each time, for it names the newest files.
  'cache-control': 'no-cache',
}

const DIST = join(import.meta.dirname, '../../console/dist')

/** Serves what is built of the console under /console, and the fields of its forms and lists. */
export function serveConsole(app: FastifyInstance, dist = DIST) {
  app.register(staticFiles, {
    root: dist,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
  })
  app.get('/', OPEN, leadToConsole)
  app.get('/console', OPEN, sendPage)
  app.get('/console/*', OPEN, sendPage)
  app.get('/console/scheme.js', OPEN, sendScheme)
  app.get('/console/assets/:name', { ...OPEN, config: { ...OPEN.config, isAsset: true } }, sendAsset)
  app.get('/console/forms/:name', OPEN, sendForm)
  app.get('/console/words', OPEN, sendWords)

  /** Every path is the page, which reads it by itself. */
  async function sendPage(_: FastifyRequest, reply: FastifyReply) {
    if (!existsSync(join(dist, 'index.html')))
      throw serviceUnavailable(
        'console_not_built',
        'The console is not built: run npm ci, then npm run console.',
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

/** What the API's document has under this name, a body or a record, with all that it refers to. */
function formSchema(app: FastifyInstance, name: string): unknown {
  const { components } = app.swagger() as unknown as { components: { schemas: Record<string, Json> } }
  const { schemas } = components
  return Object.hasOwn(schemas, name) ? whole(schemas[name]) : undefined

  function whole(schema: unknown): unknown {
    return rebuild(schema, ({ $ref, ...rest }) => {
      const named = typeof $ref === 'string' ? whole(schemas[$ref.slice($ref.lastIndexOf('/') + 1)]) : {}
      return { ...(named as Json), ...rest }
    })
  }
}

const labelsOf = (words: Record<string, { label: string }>, of = '') =>
  Object.fromEntries(Object.entries(words).map(([word, { label }]) => [of + word, label]))

/**
 * What people call fields and the words in them: GET /api/words for pages that nobody has signed in to yet, with the labels
 * of fields besides.
 */
const WORDS = {
  labels: {
    ...LABELS,
    ...labelsOf(LEVER_WORDS),
    ...labelsOf(ROLE_WORDS),
    ...labelsOf(SCORE_STATUS_WORDS),
    ...labelsOf(SELLER_STATUS_WORDS),
    ...labelsOf(SURCHARGE_STATUS_WORDS),
    ...labelsOf(APPEAL_STATUS_WORDS, 'appeals.'), // a pending one waits for something else than a surcharge
  },
  roles: Object.entries(ROLE_WORDS).map(([role, { sentence }]) => ({ role, sentence })),
}

const sendWords = (_: FastifyRequest, reply: FastifyReply) =>
  reply.header('cache-control', 'no-cache').send(WORDS)

/** Programs that ask for JSON learn, as ever, that there is nothing at /. */
async function leadToConsole(request: FastifyRequest, reply: FastifyReply) {
  if (preferredType(request.headers.accept, ['text/html', 'application/json']) === 'application/json')
    return reply.callNotFound()
  return reply.header('vary', 'accept').redirect('/console')
}
