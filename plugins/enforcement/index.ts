import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import fp from 'fastify-plugin'
import { findSeller, meantSeller } from '../../src/domain/sellers/find-seller.ts'
import { PAYMENT_BLOCK } from '../../src/domain/sellers/payment-block.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { inBatches } from '../../src/platform/database/statements/in-batches.ts'
import { badRequest } from '../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../src/platform/http/handler.ts'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import { manyEnforced } from './many-queries.ts'
import { type EnforcedSeller, enforcedSellers } from './queries.ts'
import { type Enforcement, enforcementRoute, MOST_SELLERS, manyRoute } from './schemas.ts'

/** Tells the warehouse whether it may ship for a seller. */
const plugin: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...enforcementRoute, handler: enforcementReader(app.db) })
  app.route({ ...manyRoute, handler: getManyEnforcements })
}

export default fp(plugin, {
  name: 'enforcement',
  encapsulate: true,
  dependencies: ['database', 'access', 'scope'],
})

function enforcementReader(db: Database): Handler<typeof enforcementRoute> {
  const find = inBatches(db.quick, (names: string[]) => enforcedSellers(db.quick, names))
  return async ({ scope, params: { seller_code: name }, query: { by } }) => {
    const found = by ? (await enforcedSellers(db.quick, [name], by)).get(name) : await find(name)
    return enforcementOf(meantSeller(scope, name, found))
  }
}

const getManyEnforcements: Handler<typeof manyRoute> = async (request) => {
  const { server, scope, query } = request
  const names = namesOf(query.seller_codes)
  const since = readCursor(query.changed_since)
  const asked = { names, by: query.by, since }
  const { sellers, known, until, is_lost } = await manyEnforced(server.db, scope, asked)
  const ambiguous = known.find((name, i) => known.indexOf(name) !== i)
  if (ambiguous !== undefined) await findSeller(request, ambiguous) // which says who they are
  const unknown = names?.filter((name) => !known.includes(name)) ?? []
  const warnings = [
    ...(unknown.length > 0
      ? [`Left out, because they name no seller that you may see: ${unknown.join(', ')}.`]
      : []),
    ...(is_lost ? [LOST] : []),
  ]
  return {
    data: sellers.map(enforcementOf),
    next: writeCursor(until),
    ...(warnings.length > 0 && { warnings }),
  }
}

const LOST =
  'The database was restored since changed_since was given out, so this is the answer without it: begin your copy anew.'

/** The names between the commas, each once; null when none is asked for. @throws 400 for too many */
function namesOf(text: string | undefined): string[] | null {
  if (text === undefined) return null
  const names = new Set(text.split(',').map((name) => name.trim()))
  names.delete('')
  if (names.size > MOST_SELLERS)
    throw badRequest(
      'invalid_field',
      `seller_codes must name at most ${MOST_SELLERS} sellers, not ${names.size}; ask again for the others`,
    )
  return [...names]
}

/** The cursor of a transaction, decimal text: what changes after it was written by that transaction or a later one. */
const writeCursor = (xact: string) => Buffer.from(`x${xact}`).toString('base64url')

/** The transaction that a cursor names; null without one. @throws 400 for a text that is no cursor */
function readCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  const [, xact] = /^x(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (xact === undefined)
    throw badRequest(
      'invalid_field',
      'changed_since must be the `next` of an earlier answer; leave it out the first time',
    )
  return xact
}

/** What the warehouse is told of a seller. */
function enforcementOf({ seller_code, status, surcharges }: EnforcedSeller): Enforcement {
  const active = surcharges ?? []
  return {
    seller_code,
    is_blocked: status !== 'active' || active.some(({ surcharge_type }) => surcharge_type === PAYMENT_BLOCK),
    active_surcharges: active.map((surcharge) => ({
      type: surcharge.surcharge_type,
      amount: surcharge.amount,
      period: surcharge.period,
      reason: surchargeReason(surcharge),
    })),
  }
}
