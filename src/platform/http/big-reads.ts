import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { clientDisconnected } from './client-disconnected.ts'
import { serviceUnavailable } from './problems.ts'
import { createTurns, type Turns } from './turns.ts'

/** rows: an answer of many. sums: an answer that is summed up from many. */
type Kind = 'rows' | 'sums'

declare module 'fastify' {
  interface FastifyInstance {
    /** Turns at answers of many rows: making them takes the processors from all others, of the database too. */
    rowTurns: Turns
    /** Turns at answers that are summed up from many, where the handler finds out whether it is one. */
    sumTurns: Turns
  }
  interface FastifyRequest {
    /** Ends the turn of the request, where it has one. */
    endTurn: (() => void) | null
  }
  interface FastifyContextConfig {
    /** The kind of big read that this is, beside lists with a large `limit`; or what says so of a query. */
    reads?: Kind | ((query: object) => Kind | undefined)
  }
}

/** A list is big with more rows than this. */
const MANY_ROWS = 100
/**
 * One is written while the database makes another. With four, 99 % of enforcement beside 200 readers of 500 rows took
 * three times as long, and no more lists were answered (test/faults/big-reads.test.ts prints both).
 */
const ROWS_AT_ONCE = 2
const SUMS_AT_ONCE = 2

/**
 * Lets only few big reads be at work at once, from their handler until their answer is written out in memory; who
 * takes the answer slowly keeps no turn. The small reads, enforcement above all, go on beside them.
 */
export const bigReads = fp(
  async (app) => {
    const turns = {
      rows: createTurns({ atOnce: ROWS_AT_ONCE, refuse: tooMany }),
      sums: createTurns({ atOnce: SUMS_AT_ONCE, refuse: tooMany }),
    }
    app.decorate('rowTurns', turns.rows)
    app.decorate('sumTurns', turns.sums)
    app.decorateRequest('endTurn', null)
    // Not async, for most requests only pass through here.
    app.addHook('preHandler', (request, reply, done) => {
      const kind = kindOf(request)
      if (!kind) return done()
      takeTurn(turns[kind], request, reply).then((end) => {
        request.endTurn = end
        done()
      }, done)
    })
    app.addHook('onSend', (request, _reply, payload, done) => {
      request.endTurn?.()
      done(null, payload)
    })
  },
  { name: 'big-reads', dependencies: ['access'] },
)

/** Waits for a turn of the request's caller. It ends at the latest when the connection of the answer closes. */
export async function takeTurn(turns: Turns, request: FastifyRequest, reply: FastifyReply) {
  const gone = clientDisconnected(reply)
  const end = await turns.take(callerOf(request), gone)
  gone.addEventListener('abort', end)
  if (gone.aborted) end()
  return end
}

function kindOf(request: FastifyRequest): Kind | undefined {
  const { reads } = request.routeOptions.config
  const query = (request.query ?? {}) as { limit?: number }
  if (typeof reads === 'function') return reads(query)
  return reads ?? (Number(query.limit) > MANY_ROWS ? 'rows' : undefined)
}

/** Who asks: a user at an address. */
export const callerOf = ({ actor, ip }: FastifyRequest) => `${actor?.id ?? ''} ${ip}`

const tooMany = () =>
  serviceUnavailable('too_many_reads', 'Too many large reads wait already; try again, or ask for less.')
