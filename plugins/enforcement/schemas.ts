import { type Static, Type } from '@sinclair/typebox'
import { readAs } from '../../src/platform/schemas/lenient.ts'
import { Period, warnings } from '../../src/platform/schemas/schemas.ts'

export const Enforcement = Type.Object(
  {
    seller_code: Type.String({ examples: ['S-1001'] }),
    is_blocked: Type.Boolean({
      description: 'The seller has an active payment_block, or is suspended or terminated',
      examples: [true],
    }),
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

export const enforcementSchema = {
  tags: ['enforcement'],
  operationId: 'getEnforcement',
  summary: 'May orders of a seller be shipped',
  description:
    'Asked for every order. The answer is read when it is asked for, so it changes with the commit of its cause.',
  params: Type.Object({
    seller_code: Type.String({ minLength: 1, description: 'Code or id of the seller', examples: ['S-1001'] }),
  }),
  response: { 200: Enforcement },
}

/** The most sellers that one question names. */
export const MOST_SELLERS = 500

const joined = (value: unknown) => (Array.isArray(value) ? value.join(',') : value)

export const manySchema = {
  tags: ['enforcement'],
  operationId: 'listEnforcements',
  summary: 'May orders of many sellers be shipped',
  description:
    'One row for each seller, as the question about one answers it. To keep a copy, ask without parameters first: the answer holds every seller that is blocked or has surcharges, and no row means neither. Then ask with the `next` of the answer before as `changed_since`: every seller whose block or surcharges changed since comes at least once, also when it is free again.',
  querystring: Type.Object(
    {
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
    },
    { additionalProperties: false },
  ),
  response: {
    200: Type.Object({
      data: Type.Array(Enforcement),
      next: Type.String({ description: 'Opaque; what to pass as `changed_since`', examples: ['eDc0Mg'] }),
      warnings,
    }),
  },
}
