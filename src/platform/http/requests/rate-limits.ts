import { hash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { tooManyRequests } from '../errors/problems.ts'
import { networkOf } from './network-of.ts'

/** Counts a request, or only looks (`increment: false`). */
type Limit = ReturnType<FastifyInstance['createRateLimit']>
type Counted = Extract<Awaited<ReturnType<Limit>>, { isAllowed: false }>

const WINDOW_MS = 60_000

/**
 * Bounds how many requests a user may send from an address in a minute, and how many may come from an address without
 * a user: to public routes, to paths that do not exist, and with what proves nothing. Enforcement and sync have limits
 * of their own. Counted in the memory of this process, 5,000 callers at a time; 0 is no limit.
 *
 * From an address with too many of those without a user nobody is even looked up, save users that were let in from
 * there within the same minute: a stranger keeps none of them out.
 */
export const rateLimits = fp(
  async (app) => {
    const { env } = app
    await app.register(rateLimit, { global: false })
    const limitOf = (max: number, keyGenerator: (request: FastifyRequest) => string): Limit | undefined =>
      max === 0 ? undefined : app.createRateLimit({ max, timeWindow: WINDOW_MS, keyGenerator })
    const users: Record<Kind, Limit | undefined> = {
      enforcement: limitOf(env.RATE_LIMIT_ENFORCEMENT_PER_MINUTE, userKey),
      sync: limitOf(env.RATE_LIMIT_SYNC_PER_MINUTE, userKey),
      other: limitOf(env.RATE_LIMIT_PER_MINUTE, userKey),
    }
    // The hooks that ask who it is are over by then.
    if (Object.values(users).some(Boolean))
      app.addHook('preParsing', async (request, reply) => {
        const limit = users[kindOf(request)]
        if (limit && request.actor) bound(reply, await counted(limit, request))
      })
    const strangers = limitOf(env.RATE_LIMIT_PER_MINUTE, ({ ip }) => networkOf(ip))
    if (strangers) boundStrangers(app, strangers)
  },
  { name: 'rate-limits' },
)

function boundStrangers(app: FastifyInstance, strangers: Limit) {
  const letIn = app.createRateLimit({
    max: Number.MAX_SAFE_INTEGER,
    timeWindow: WINDOW_MS,
    keyGenerator: saidKey,
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config?.rateLimit === false) return
    if (!asksWho(request)) return bound(reply, await counted(strangers, request))
    const seen = await counted(strangers, request, LOOK)
    if (seen.remaining > 0) return
    const { max, remaining } = await counted(letIn, request, LOOK)
    if (remaining === max) bound(reply, { ...seen, isExceeded: true })
  })
  app.addHook('preParsing', async (request) => {
    if (request.actor) await counted(letIn, request)
  })
  app.addHook('onSend', async (request, reply) => {
    if (isRefused(reply) && !request.actor && asksWho(request)) tell(reply, await counted(strangers, request))
  })
}

const isRefused = ({ statusCode }: FastifyReply) => statusCode === 401 || statusCode === 403

const LOOK = { increment: false }

type Kind = 'enforcement' | 'sync' | 'other'

function kindOf({ routeOptions: { config } }: FastifyRequest): Kind {
  const [subject] = config?.permission?.split('.') ?? []
  return subject === 'enforcement' || subject === 'sync' ? subject : 'other'
}

/** The user that is known by now. */
const userKey = ({ actor, ip }: FastifyRequest) => `${actor?.id} ${networkOf(ip)}`

/** Who the request says it is, before it is known and after. */
const saidKey = ({ headers, ip }: FastifyRequest) =>
  `${headers['x-user-id'] ?? hash('sha256', headers.authorization ?? '')} ${networkOf(ip)}`

const asksWho = ({ is404, routeOptions: { config } }: FastifyRequest) =>
  !is404 && (config?.permission !== undefined || (config?.access ?? 'public') !== 'public')

/** There is no allow list, so nobody goes uncounted. */
const counted = async (limit: Limit, request: FastifyRequest, options?: { increment: boolean }) =>
  (await limit(request, options)) as Counted

/** @throws 429 where the limit is exceeded */
function bound(reply: FastifyReply, found: Counted) {
  tell(reply, found)
  if (!found.isExceeded) return
  const { max, ttlInSeconds } = found
  const sentence = `More than ${max} requests in a minute; try again in ${ttlInSeconds} s.`
  throw tooManyRequests('rate_limit_exceeded', sentence, { retryAfter: Math.max(1, ttlInSeconds) })
}

function tell(reply: FastifyReply, { max, remaining, ttlInSeconds }: Counted) {
  reply.headers({ 'ratelimit-limit': max, 'ratelimit-remaining': remaining, 'ratelimit-reset': ttlInSeconds })
}
