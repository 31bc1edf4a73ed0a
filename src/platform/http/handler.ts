import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Static, TSchema } from '@sinclair/typebox'
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
} from 'fastify'

type Request<S extends FastifySchema> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  RawRequestDefaultExpression,
  S,
  TypeBoxTypeProvider,
  ContextConfigDefault,
  FastifyBaseLogger
>
type Reply<S extends FastifySchema> = FastifyReply<
  RouteGenericInterface,
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  ContextConfigDefault,
  S,
  TypeBoxTypeProvider
>

type Answer<S extends FastifySchema> = S['response'] extends { 200: infer Ok extends TSchema }
  ? Static<Ok>
  : unknown

/**
 * A named handler that stands below its route (see route.ts): request and answer are typed by the route's schema. One
 * that sends by itself returns `reply as never`.
 */
export type Handler<Route extends { schema: FastifySchema }> = (
  request: Request<Route['schema']>,
  reply: Reply<Route['schema']>,
) => Promise<Answer<Route['schema']>>
