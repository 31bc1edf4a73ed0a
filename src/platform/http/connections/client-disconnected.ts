import type { FastifyReply } from 'fastify'

/**
 * Aborts when the connection of the answer closes: the caller has gone, or has got all of it. (The request's own
 * close comes as soon as its body is read.)
 */
export function clientDisconnected(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController()
  if (reply.raw.closed) disconnected.abort()
  else reply.raw.once('close', () => disconnected.abort())
  return disconnected.signal
}
