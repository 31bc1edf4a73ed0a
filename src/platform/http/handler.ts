import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Static, TSchema } from '@sinclair/typebox'
import type {
  ContextConfigDefault,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify'

type Method<S extends FastifySchema> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
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
  ...given: Parameters<Method<Route['schema']>>
) => Promise<Answer<Route['schema']>>
