import { type Static, Type } from '@sinclair/typebox'
import { SurchargeStatus } from '../../src/domain/events/surcharge-record.ts'
import { route } from '../../src/platform/http/route.ts'
import { readAs } from '../../src/platform/schemas/lenient.ts'
import { Closed, Id, Nullable, Text } from '../../src/platform/schemas/schemas.ts'

/** What came of one surcharge of many. */
const SurchargeResult = Type.Object(
  {
    id: Id(),
    success: Type.Boolean({ description: 'Whether it is in the state now', examples: [true] }),
    changed: Type.Boolean({ description: 'false: it was in the state before, or failed', examples: [true] }),
    status: Nullable(SurchargeStatus(), { description: 'Its state now; null when there is none of that id' }),
    error: Nullable(Type.String(), { description: 'Why it failed; null when it did not', examples: [null] }),
  },
  { title: 'SurchargeResult' },
)
export type SurchargeResult = Static<typeof SurchargeResult>

const reason = (description: string) =>
  Text(500, { description, examples: ['Agreed with the seller on 3 November'] })

export const Bulk = Closed({
  ids: readAs(
    Type.Array(Id(), {
      minItems: 1,
      maxItems: 500,
      description: 'Ids of the surcharges, up to 500; one that is named twice counts once',
      examples: [[17, 18]],
    }),
    (ids) => (Array.isArray(ids) ? ids.map(toNumber) : ids),
  ),
  reason: Type.Optional(reason('Why, for all of them; kept as status_reason. note and notes are taken too')),
  reasons: Type.Optional(
    Type.Record(Type.String(), Text(500), {
      description: 'A reason of its own for some of them, by id; the others have the one for all',
      examples: [{ 18: 'Charged twice' }],
    }),
  ),
})
export type Bulk = Static<typeof Bulk>

const toNumber = (id: unknown) => (typeof id === 'string' && /^\d{1,10}$/.test(id) ? Number(id) : id)

const count = (description: string) => Type.Integer({ description, examples: [1] })
const response = {
  200: Type.Object(
    {
      success: Type.Literal(true, { examples: [true] }),
      changed: count('How many have the state now and had another before'),
      unchanged: count('How many had the state before'),
      failed: count('How many could not be changed; their results say why'),
      data: Type.Array(SurchargeResult, { description: 'One result for each id, in the order of ids' }),
    },
    { title: 'SurchargeResults' },
  ),
}

const ONE_TRANSACTION =
  'One transaction for all that can be changed; one that can not, or that does not exist, fails alone and says why. Each is audited and published as if it were changed alone.'

const aliases = { reason: ['note', 'notes'] }

export const applyRoute = route('POST', '/api/surcharges/apply', 'surcharges.write', {
  operationId: 'applySurcharges',
  summary: 'Apply many surcharges at once',
  description: `pending → applied. ${ONE_TRANSACTION}`,
  body: Bulk,
  aliases,
  response,
})

export const waiveRoute = route('POST', '/api/surcharges/waive', 'surcharges.write', {
  operationId: 'waiveSurcharges',
  summary: 'Waive many surcharges at once',
  description: `pending or applied → waived, which is final. ${ONE_TRANSACTION} The last active payment_block of a seller unblocks it.`,
  body: Bulk,
  aliases,
  response,
})
