import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type {
  ContextConfigDefault,
  FastifyContextConfig,
  FastifySchema,
  HTTPMethods,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteOptions,
} from 'fastify'
import type { Permission } from '../access/roles.ts'
import { Problem, Success } from '../schemas/schemas.ts'
import { type Aliases, readAliases } from './requests/lenient-requests.ts'

/** rows: an answer of many. sums: an answer that is summed up from many. */
export type BigRead = 'rows' | 'sums'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without the database, and so while it is away. */
    needsDatabase?: false
    /** true: the body may take any time, as long as every kilobyte of it comes in REQUEST_TIMEOUT_SECONDS. */
    longBody?: boolean
    /** Bodies beside the schema's, for the documentation: of other content types, and JSON that its handler checks. */
    alsoTakes?: Record<string, TSchema>
    /** false: a POST that ignores Idempotency-Key. */
    idempotencyKey?: boolean
    /** false: a change that no other record and no state can forbid, so it never answers 409. */
    conflicts?: false
    /** The kind of big read that this is, beside lists with a large `limit`; or what says so of a query. */
    reads?: BigRead | ((query: object) => BigRead | undefined)
    /** Types of the answer beside those that its schema has, such as CSV or a page for browsers. */
    alsoAnswers?: string[]
    /** true: the answer holds a token or another secret, which nothing on the way may keep. */
    answersSecret?: boolean
    /** Machines ask it every few seconds: its line is logged at debug. */
    isProbe?: true
    /** A page loads it by itself, many at once: its line is logged at debug. */
    isAsset?: true
    /** It takes long because it waits for something, so that it is never logged as slow. */
    waits?: true
  }
}

/** The callers of a route: holders of a permission, or those that `access` names. */
type Callers = Permission | Access
type Access = NonNullable<FastifyContextConfig['access']>

interface Besides {
  config?: ContextConfigDefault & FastifyContextConfig
  aliases?: Aliases
}

/**
 * What a route is: where it is, who may call it, what it takes and answers, in `config` what the service has to know of
 * it besides, and then its handler: `endpoint('GET', url, permission, { … })(async (request) => …)`. Fields of its body
 * are taken under other names, too, as `aliases` says. The documentation has it under the first part of its URL, unless
 * it has `tags`. Its plugin only adds it: `app.route(listSellers)`.
 */
export function endpoint<Schema extends FastifySchema>(
  method: HTTPMethods,
  url: string,
  callers: Callers,
  { config, aliases, ...schema }: Schema & Besides,
) {
  const allowed: FastifyContextConfig = isAccess(callers) ? { access: callers } : { permission: callers }
  const described = {
    ...{
      method,
      url,
      config: { ...allowed, ...config },
      schema: { tags: [url.split('/')[2] ?? ''], ...schema },
    },
    ...(aliases && { preValidation: readAliases(schema.body as TSchema, aliases) }),
  }
  return (handler: Handler<Schema>) => ({ ...described, handler }) as unknown as RouteOptions
}

const isAccess = (callers: Callers): callers is Access =>
  callers === 'public' || callers === 'bearer' || callers === 'user'

/** A handler: request and answer are typed by the schema. One that sends by itself returns `reply as never`. */
type Handler<S extends FastifySchema> = (
  ...given: Parameters<
    RouteHandlerMethod<
      RawServerDefault,
      RawRequestDefaultExpression,
      RawReplyDefaultExpression,
      RouteGenericInterface,
      ContextConfigDefault,
      S,
      TypeBoxTypeProvider
    >
  >
) => Promise<S['response'] extends { 200: infer Ok extends TSchema } ? Static<Ok> : unknown>

/** The header parameter of operations that honour If-Match. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The ETag of the version that the change is meant for, several, or *: when the record has changed since, the answer is a 412',
      examples: ['"1"'],
    }),
  ),
})

/** The answer of an operation that carries the record's ETag. */
export const withETag = <Schema extends TSchema>(schema: Schema): Schema => ({
  ...schema,
  headers: {
    etag: {
      type: 'string',
      description:
        'The version of the record, in quotes. If-Match compares the number before the - alone: what is shown beside the record has versions of its own. If-None-Match compares all of it',
      examples: ['"8412-n4bQgYhMfWWaL-qgxVrQFa"'],
    },
  },
})

/** The refusal of a change that was meant for another version. */
export const Stale = Type.Unsafe<never>(Problem('If-Match names another version than the newest'))

/** A change that may be meant for one version of its record only, and answers no more than that it is done. */
export const ifUnchanged = { headers: IfMatch, response: { 200: Success, 412: Stale } }
