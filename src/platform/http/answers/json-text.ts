import type { FastifyReply } from 'fastify'

/**
 * Sends an answer whose JSON is made, by PostgreSQL in most cases, as it is. Its bytes must be those that the route's
 * schema writes: tests compare both.
 */
export function asJson(reply: Pick<FastifyReply, 'header' | 'send'>, text: string) {
  reply.header('content-type', 'application/json; charset=utf-8').send(text)
  return reply as never
}
