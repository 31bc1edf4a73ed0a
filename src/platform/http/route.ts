import type { TSchema } from '@sinclair/typebox'
import type {
  ContextConfigDefault,
  FastifyContextConfig,
  FastifySchema,
  HTTPMethods,
  RouteOptions,
} from 'fastify'
import type { Permission } from '../access/roles.ts'
import type { Handler } from './handler.ts'
import { type Aliases, readAliases } from './requests/aliases.ts'

/** The callers of a route: holders of a permission, or those that `access` names. */
type Callers = Permission | Access
type Access = NonNullable<FastifyContextConfig['access']>

interface Besides {
  config?: ContextConfigDefault & FastifyContextConfig
  aliases?: Aliases
}

/**
 * What a route is: where it is, who may call it, what it takes and answers, and in `config` what the service has to
 * know of it besides. Fields of its body are taken under other names, too, as `aliases` says. The documentation has it
 * under the first part of its URL, unless it has `tags`. Its plugin adds the handler: `app.route({ ...listRoute,
 * handler: listWarehouses })`.
 */
export function route<const Method extends HTTPMethods, Schema extends FastifySchema>(
  method: Method,
  url: string,
  callers: Callers,
  { config, aliases, ...schema }: Schema & Besides,
) {
  const allowed: FastifyContextConfig = isAccess(callers) ? { access: callers } : { permission: callers }
  const documented = { tags: [url.split('/')[2] ?? ''], ...schema }
  return {
    ...{ method, url, config: { ...allowed, ...config }, schema: documented as unknown as Schema },
    ...(aliases && { preValidation: readAliases(schema.body as TSchema, aliases) }),
  }
}

/**
 * A route and its handler, said together: `endpoint('GET', url, permission, { … })(async (request) => …)`. Its plugin
 * only adds it: `app.route(listSellers)`.
 */
export const endpoint =
  <const Method extends HTTPMethods, Schema extends FastifySchema>(
    ...given: Parameters<typeof route<Method, Schema>>
  ) =>
  (handler: Handler<{ schema: Schema }>) =>
    ({ ...route(...given), handler }) as unknown as RouteOptions

const isAccess = (callers: Callers): callers is Access =>
  callers === 'public' || callers === 'bearer' || callers === 'user'
