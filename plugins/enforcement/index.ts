import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { readOnFrom, writeCursor } from '../../src/domain/events/places.ts'
import { knownSeller } from '../../src/domain/sellers/find-seller.ts'
import { IsBlocked, isBlockedBy, PAYMENT_BLOCK } from '../../src/domain/sellers/payment-block.ts'
import { SellerCode } from '../../src/domain/sellers/seller-name.ts'
import { inBatches } from '../../src/platform/database/statements/in-batches.ts'
import { invalidField } from '../../src/platform/http/errors/problems.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import { Closed, filled, Period, readAs, warnings } from '../../src/platform/schemas/schemas.ts'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import { type EnforcedSeller, enforcedSellers, manyEnforced } from './queries.ts'

const Enforcement = Type.Object(
  {
    seller_code: Type.String({ examples: ['S-1001'] }),
    is_blocked: IsBlocked,
    active_surcharges: Type.Array(
      Type.Object({
        type: Type.String({ examples: ['payment_block'] }),
        amount: Type.Number({ examples: [0] }),
        period: Period(),
        reason: Type.String({ examples: ['Invoices are more than 60 days beyond their terms'] }),
      }),
      { description: 'Those that are pending or applied, the newest period first' },
    ),
  },
  { title: 'Enforcement' },
)
type Enforcement = Static<typeof Enforcement>

const MOST_SELLERS = 500

const joined = (value: unknown) => (Array.isArray(value) ? value.join(',') : value)

/** Only who names no sellers and no time may get many. */
const ofAll = ({ seller_codes, changed_since }: { seller_codes?: string; changed_since?: string }) =>
  seller_codes === undefined && changed_since === undefined ? 'rows' : undefined

const getManyEnforcements = endpoint('GET', '/api/sos/enforcement', 'enforcement.read', {
  config: { reads: ofAll, answersTag: true },
  tags: ['enforcement'],
  operationId: 'listEnforcements',
  summary: 'May orders of many sellers be shipped',
  description:
    'One row for each seller, as the question about one answers it. To keep a copy, ask without parameters first: the answer holds every seller that is blocked or has surcharges, and no row means neither. Then ask with the `next` of the answer before as `changed_since`: every seller whose block or surcharges changed since comes at least once, also when it is free again, has a new code or has come to those that you may see. A code that names none of them any more, because its seller has another code, is deleted or is no longer yours to see, comes with `is_blocked` false and no surcharges, as one to forget. After your own role, account manager or warehouse has changed, ask without parameters again.',
  querystring: Closed({
    // An empty list is not taken for all.
    seller_codes: Type.Optional(
      filled(
        readAs(
          Type.String({
            description: `Codes of up to ${MOST_SELLERS} sellers, with commas between. One that names none is left out and named in warnings`,
            examples: ['S-1001,S-1002'],
          }),
          joined,
        ),
      ),
    ),
    changed_since: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'The `next` of an earlier answer. Where the database was restored, recovered or taken over since, it counts as left out, and warnings say so',
        examples: ['c3JQNmJXMDIuNzQyLjA'],
      }),
    ),
  }),
  response: {
    200: Type.Object({
      data: Type.Array(Enforcement),
      next: Type.String({
        description: 'Opaque; what to pass as `changed_since`',
        examples: ['c3JQNmJXMDIuNzQyLjA'],
      }),
      warnings,
    }),
  },
})(async ({ server, scope, query }) => {
  const codes = codesOf(query.seller_codes)
  const { after, now, warnings } = await readOnFrom(server.db, 'changed_since', query.changed_since)
  const { sellers, known } = await manyEnforced(server.db, scope, codes, after?.xact ?? null)
  const unknown = codes?.filter((code) => !known.includes(code)) ?? []
  if (unknown.length > 0)
    warnings.unshift(`Left out, because they name no seller that you may see: ${unknown.join(', ')}.`)
  return {
    data: sellers.map(enforcementOf),
    next: writeCursor(now),
    ...(warnings.length > 0 && { warnings }),
  }
})

/** Tells the warehouse whether it may ship for a seller. */
export default async function plugin(app: FastifyInstance) {
  app.route(getEnforcement(app))
  app.route(getManyEnforcements)
}

/** Answers of one seller; questions at the same moment are read together. */
function getEnforcement({ db }: FastifyInstance) {
  const find = inBatches(db.quick, (codes: string[]) => enforcedSellers(db.quick, codes))
  return endpoint('GET', '/api/sos/sellers/:seller_code/enforcement', 'enforcement.read', {
    config: { answersTag: true },
    tags: ['enforcement'],
    operationId: 'getEnforcement',
    summary: 'May orders of a seller be shipped',
    description:
      'Asked for every order. The answer is read when it is asked for, so it changes with the commit of its cause.',
    params: Type.Object({ seller_code: SellerCode }),
    response: { 200: Enforcement },
  })(async ({ scope, params: { seller_code } }) =>
    enforcementOf(knownSeller(scope, seller_code, await find(seller_code))),
  )
}

/** The codes between the commas, each once; null where all are asked for. @throws 400 for none and for too many */
function codesOf(text: string | undefined): string[] | null {
  if (text === undefined) return null
  const codes = new Set(text.split(',').map((code) => code.trim()))
  codes.delete('')
  if (codes.size === 0) throw invalidField('seller_codes must name a seller')
  if (codes.size > MOST_SELLERS)
    throw invalidField(
      `seller_codes must name at most ${MOST_SELLERS} sellers, not ${codes.size}; ask again for the others`,
    )
  return [...codes]
}

function enforcementOf({ seller_code, status, surcharges }: EnforcedSeller): Enforcement {
  const active = surcharges ?? []
  return {
    seller_code,
    is_blocked: isBlockedBy(
      status,
      active.some(({ surcharge_type }) => surcharge_type === PAYMENT_BLOCK),
    ),
    active_surcharges: active.map((surcharge) => ({
      type: surcharge.surcharge_type,
      amount: surcharge.amount,
      period: surcharge.period,
      reason: surchargeReason(surcharge),
    })),
  }
}
