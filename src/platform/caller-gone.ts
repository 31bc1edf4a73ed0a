import type { FastifyReply } from 'fastify'

/**
 * Aborts when the connection of the answer closes: the caller has gone, or has got all of it. (The request's own
 * close comes as soon as its body is read.)
 */
export function callerGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (reply.raw.closed) gone.abort()
  else reply.raw.once('close', () => gone.abort())
  return gone.signal
}
