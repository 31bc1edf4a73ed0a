import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { clientDisconnected } from '../connections/client-disconnected.ts'
import { serviceUnavailable } from '../errors/problems.ts'
import type { BigRead } from '../route.ts'
import { createSlots, type Slots } from './slots.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Slots for answers of many rows: making them takes the processors from all others, of the database too. */
    rowSlots: Slots
    /** Slots for answers that are summed up from many, where the handler finds out whether it is one. */
    sumSlots: Slots
  }
  interface FastifyRequest {
    /** Frees the slot of the request, where it has one. */
    freeSlot: (() => void) | null
  }
}

/** A list is big with more rows than this. */
const MANY_ROWS = 100
/**
 * With two, enforcement beside 200 readers of 500 rows took three times as long in the median, and a tenth more lists were
 * answered (test/faults/big-reads.test.ts prints both).
 */
const ROWS_AT_ONCE = 1
const SUMS_AT_ONCE = 2

/**
 * Limits how many big reads are made at once, so that small ones, enforcement above all, stay quick. A read counts from
 * its handler until its answer is in memory: a caller that takes the answer slowly blocks no other.
 */
export const bigReads = fp(
  async (app) => {
    const slots = {
      rows: createSlots({ atOnce: ROWS_AT_ONCE, refuse: tooMany }),
      sums: createSlots({ atOnce: SUMS_AT_ONCE, refuse: tooMany }),
    }
    app.decorate('rowSlots', slots.rows)
    app.decorate('sumSlots', slots.sums)
    app.decorateRequest('freeSlot', null)
    // Not async, for most requests only pass through here.
    app.addHook('preHandler', (request, reply, done) => {
      const kind = kindOf(request)
      if (!kind) return done()
      slots[kind].take(clientDisconnected(reply)).then((free) => {
        request.freeSlot = free
        done()
      }, done)
    })
    app.addHook('onSend', (request, _reply, payload, done) => {
      request.freeSlot?.()
      done(null, payload)
    })
  },
  { name: 'big-reads', dependencies: ['access'] },
)

function kindOf(request: FastifyRequest): BigRead | undefined {
  const { reads } = request.routeOptions.config
  const query = (request.query ?? {}) as { limit?: number }
  if (typeof reads === 'function') return reads(query)
  return reads ?? (Number(query.limit) > MANY_ROWS ? 'rows' : undefined)
}

const tooMany = () =>
  serviceUnavailable('too_many_reads', 'Too many large reads wait already; try again, or ask for less.')
