import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Scripts can't read it, no other site sends it, no other path gets it, and a browser keeps it by TLS alone (or from
 * its own machine). It ends with the browser.
 */
const NAME = '__Secure-sos'
const ATTRIBUTES = 'Path=/api/auth/session; HttpOnly; Secure; SameSite=Strict'

/** Gives the browser a token to keep. */
export const setCookie = (reply: FastifyReply, token: string) =>
  reply.header('set-cookie', `${NAME}=${encodeURIComponent(token)}; ${ATTRIBUTES}`)

/** Lets the browser forget it. */
export const clearCookie = (reply: FastifyReply) =>
  reply.header('set-cookie', `${NAME}=; ${ATTRIBUTES}; Max-Age=0`)

/** The token that the browser keeps; undefined where it sends none, or what was never given. */
export function readCookie({ headers }: FastifyRequest): string | undefined {
  const sent = headers.cookie?.split(';').find((one) => one.trim().startsWith(`${NAME}=`))
  if (sent === undefined) return undefined
  try {
    return decodeURIComponent(sent.trim().slice(NAME.length + 1)) || undefined
  } catch {
    return undefined
  }
}
