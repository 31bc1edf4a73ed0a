import { type Static, Type } from '@sinclair/typebox'
import { IsBlocked } from '../../src/domain/sellers/payment-block.ts'
import { SellerName } from '../../src/domain/sellers/seller-name.ts'
import { route } from '../../src/platform/http/route.ts'
import { readAs } from '../../src/platform/schemas/lenient.ts'
import { ByQuery, Closed, Period, warnings } from '../../src/platform/schemas/schemas.ts'

export const Enforcement = Type.Object(
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
export type Enforcement = Static<typeof Enforcement>

export const enforcementRoute = route(
  'GET',
  '/api/sos/sellers/:seller_code/enforcement',
  'enforcement.read',
  {
    config: { answersTag: true },
    tags: ['enforcement'],
    operationId: 'getEnforcement',
    summary: 'May orders of a seller be shipped',
    description:
      'Asked for every order. The answer is read when it is asked for, so it changes with the commit of its cause.',
    params: Type.Object({ seller_code: SellerName }),
    querystring: Closed(ByQuery),
    response: { 200: Enforcement },
  },
)

/** The most sellers that one question names. */
export const MOST_SELLERS = 500

const joined = (value: unknown) => (Array.isArray(value) ? value.join(',') : value)

/** Only who names no sellers and no time may get many. */
const ofAll = ({ seller_codes, changed_since }: { seller_codes?: string; changed_since?: string }) =>
  seller_codes === undefined && changed_since === undefined ? 'rows' : undefined

export const manyRoute = route('GET', '/api/sos/enforcement', 'enforcement.read', {
  config: { reads: ofAll, answersTag: true },
  tags: ['enforcement'],
  operationId: 'listEnforcements',
  summary: 'May orders of many sellers be shipped',
  description:
    'One row for each seller, as the question about one answers it. To keep a copy, ask without parameters first: the answer holds every seller that is blocked or has surcharges, and no row means neither. Then ask with the `next` of the answer before as `changed_since`: every seller whose block or surcharges changed since comes at least once, also when it is free again.',
  querystring: Closed({
    ...ByQuery,
    seller_codes: Type.Optional(
      readAs(
        Type.String({
          description: `Codes or ids of up to ${MOST_SELLERS} sellers, with commas between. One that names none is left out and named in warnings`,
          examples: ['S-1001,S-1002'],
        }),
        joined,
      ),
    ),
    changed_since: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'The `next` of an earlier answer. When a restore of the database has made it unknown, it counts as left out, and warnings say so',
        examples: ['eDc0Mg'],
      }),
    ),
  }),
  response: {
    200: Type.Object({
      data: Type.Array(Enforcement),
      next: Type.String({ description: 'Opaque; what to pass as `changed_since`', examples: ['eDc0Mg'] }),
      warnings,
    }),
  },
})
