import { type Static, Type } from '@sinclair/typebox'
import { Period } from '../../src/platform/schemas/schemas.ts'

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
