import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { entityTag } from './entity-tag.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers with a tag of its text, and with 304 who has that text already. Every list does. */
    answersTag?: true
  }
}

/**
 * The ETag of a list, or of what is summed up from many rows, is a hash of its text: an answer is the same exactly when
 * its bytes are, whatever rows it was made of. Who sends it in If-None-Match gets a 304 without a body as long as the
 * answer is the same. (A record has a tag of its row: see entity-tag.ts.)
 */
export const answerTags = fp(
  async (app) => {
    app.addHook('onRoute', (route) => {
      const isList = (route.schema?.response as Lists | undefined)?.[200]?.properties?.total !== undefined
      if (route.method !== 'GET' || !(isList || route.config?.answersTag)) return
      route.config = { ...route.config, answersTag: true }
      route.onSend = [route.onSend ?? [], tagAnswer].flat()
    })
  },
  { name: 'answer-tags' },
)

type Lists = Record<number, { properties?: { total?: object } } | undefined>

/** Not async, for it has nothing to wait for. A large CSV is a stream and has no tag. */
function tagAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error?: Error | null, payload?: unknown) => void,
) {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload)
  const tag = entityTag(hash('sha256', payload, 'base64url'))
  reply.header('etag', tag)
  if (!isNamed(request.headers['if-none-match'], tag)) return done(null, payload)
  reply.code(304)
  done(null, null)
}

/** Whether an If-None-Match header (RFC 9110, 13.1.2) names the tag; a weak one counts as a strong one. */
export const isNamed = (ifNoneMatch: string | undefined, tag: string) =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || (ifNoneMatch.match(/"[^"]*"/g) as string[] | null)?.includes(tag) === true)
