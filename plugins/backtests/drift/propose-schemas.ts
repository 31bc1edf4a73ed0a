import { type Static, Type } from '@sinclair/typebox'
import { route } from '../../../src/platform/http/route.ts'
import { Closed, Id, Nullable, Period, Success, Text } from '../../../src/platform/schemas/schemas.ts'
import { params } from '../schemas.ts'
import { sellerCode } from '../seller-code.ts'

/** So many sellers may be named, and so many scores proposed, at a time. */
export const MOST_PROPOSED = 500

const Filed = Type.Object({ seller_code: sellerCode, period: Period(), appeal_id: Id() })
export type Filed = Static<typeof Filed>

const Skipped = Type.Object({
  seller_code: sellerCode,
  period: Nullable(Period(), { description: 'null where none of its months differs' }),
  reason: Type.String({ description: 'One sentence', examples: ['It has an open appeal: 17'] }),
})
export type Skipped = Static<typeof Skipped>

export const proposeRoute = route('POST', '/api/backtests/:id/propose', 'scores.write', {
  operationId: 'proposeDrift',
  summary: 'Propose what a drift found as appeals',
  description:
    'Files an appeal for each score that drifts, of the sellers that are named or of all whose total rises: of type late_data, under the seller’s account manager, against the component that moved the total most. Its `score_adjustment` is the raw and total that the drift came to: the two reviewers see it as the proposal, and an approval without another adjustment takes it. `skipped` says why others get none: an open appeal of the month, no account manager, nothing differs, or the score has got another revision since. Asking again files nothing twice. 409 unless the backtest is of kind drift and completed.',
  params,
  body: Closed({
    seller_codes: Type.Optional(
      Type.Array(Text(80, { examples: ['S-1018'] }), {
        minItems: 1,
        maxItems: MOST_PROPOSED,
        description: 'These sellers, whichever way their totals move',
        examples: [['S-1018']],
      }),
    ),
    in_favour: Type.Optional(
      Type.Literal(true, {
        description: 'All whose total rises; one of both is required',
        examples: [true],
      }),
    ),
  }),
  response: {
    200: Type.Composite([
      Type.Pick(Success, ['success']),
      Type.Object({ filed: Type.Array(Filed), skipped: Type.Array(Skipped) }),
    ]),
  },
})
