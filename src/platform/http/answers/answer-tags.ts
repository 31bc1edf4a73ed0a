import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { Sql } from '../../database/database.ts'
import { answerOf } from '../../schemas/schemas.ts'

/**
 * Every answer of a GET that is JSON has an ETag. That of a list, or of what is summed up from many rows, is a hash of its
 * text: an answer is the same exactly when its bytes are, whatever rows it was made of. That of a record is the version
 * of its row, for If-Match, and a hash of the text, for what is shown beside the row has versions of its own. Who sends
 * the tag in If-None-Match gets a 304 without a body as long as the answer is the same.
 */
export const answerTags = fp(
  async (app) => {
    app.addHook('onRoute', (route) => {
      if (!answersTag(route)) return
      // What Fastify adds to a HEAD takes the text away: its tag comes before.
      const own = [route.onSend ?? []].flat()
      route.onSend = route.method === 'HEAD' ? [tagAnswer, ...own] : [...own, tagAnswer]
    })
  },
  { name: 'answer-tags' },
)

/** Whether a route answers a GET with JSON. That of a probe has another time each time. */
export function answersTag({ method, schema, config }: RouteOptions) {
  const answer = answerOf(schema)
  const isJson = answer !== undefined && answer.content === undefined
  return (method === 'GET' || method === 'HEAD') && isJson && !config?.isProbe
}

/** Not async, for it has nothing to wait for. A large CSV is a stream and has no tag. */
function tagAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error?: Error | null, payload?: unknown) => void,
) {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload)
  const tag = tagOf(payload, reply.getHeader('etag') as string | undefined)
  reply.header('etag', tag)
  if (!isNamed(request.headers['if-none-match'], tag)) return done(null, payload)
  reply.code(304)
  done(null, request.method === 'HEAD' ? '' : null) // Fastify measures what a HEAD would have
}

/** 128 bits and more of a hash: enough where a version stands before it. */
const BESIDE_VERSION = 22

/** The tag of a text; behind the version of a record, If-Match does not look at it. */
function tagOf(text: string, version: string | undefined) {
  const sum = hash('sha256', text, 'base64url')
  return version ? `${version.slice(0, -1)}-${sum.slice(0, BESIDE_VERSION)}"` : entityTag(sum)
}

/** Asks whether an If-None-Match header (RFC 9110, 13.1.2) names the tag; a weak one counts as a strong one. */
export const isNamed = (ifNoneMatch: string | undefined, tag: string) =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || (ifNoneMatch.match(/"[^"]*"/g) as string[] | null)?.includes(tag) === true)

/**
 * The ETag of a version. The version of a record is the transaction that wrote its row (PostgreSQL's xmin), which is
 * another one after every change, however fast they follow each other; a configuration record has a number of its own.
 */
export const entityTag = (version: string | number) => `"${version}"`

/**
 * Reads a record, and answers its ETag with it, where the read can't have the version of the row with it. The tag is
 * read first: a change in between makes it stale, so that a later If-Match is refused; the other way round it would let
 * a change pass that was made from what was read before.
 */
export async function withTag<Answer>(
  reply: Pick<FastifyReply, 'header'>,
  db: Sql,
  table: string,
  key: Record<string, string | number>,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const [column, value] = Object.entries(key)[0] as [string, string | number]
  const version = await versionOf(db, table, column, value)
  const answer = await read()
  if (version !== undefined) reply.header('etag', entityTag(version))
  return answer
}

/** The version of a row; undefined where there is none. */
export async function versionOf(db: Sql, table: string, column: string, value: string | number) {
  const row = await db.row<{ version: string }>(
    `select xmin::text as version from ${table} where ${column} = $1`,
    [value],
    `version-of-${table}-by-${column}`,
  )
  return row?.version
}
