import { Type } from '@sinclair/typebox'
import type { Guards as StoredGuards } from '../../../src/domain/config/config-draft.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import { Closed, MAX_INTEGER, Nullable, Period, Text } from '../../../src/platform/schemas/schemas.ts'
import { LARGEST_AMOUNT } from '../../../src/scoring/largest-amount.ts'
import type { RuleSet } from '../../../src/scoring/rules.ts'

const Golden = Closed({
  seller_code: Text(100, { examples: ['S-1001'] }),
  period: Period({ examples: ['2026-03'] }),
  tier: Text(80, { description: 'The tier that the score must have', examples: ['Gold'] }),
})

const limits = {
  max_tier_drops: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: MAX_INTEGER, examples: [50] }), {
      description: 'The most sellers and months that may drop to a lower tier',
    }),
  ),
  max_surcharge_increase: Type.Optional(
    Nullable(Type.Number({ minimum: 0, maximum: LARGEST_AMOUNT, examples: [1000] }), {
      description: 'By how much all surcharges together may rise',
    }),
  ),
  max_psi: Type.Optional(
    Nullable(Type.Number({ minimum: 0, maximum: 1_000, examples: [0.25] }), {
      description: 'The largest population stability index of the totals',
    }),
  ),
}

/** The guards that are numbers. */
export const Limits = Type.Object(limits, { description: 'Without the golden scores' })

/** What a backtest of a draft must keep to. */
export const Guards = Type.Object(
  {
    ...limits,
    golden: Type.Optional(
      Type.Array(Golden, { maxItems: 100, description: 'Scores that must come out in this tier' }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'What a backtest must keep to, so that the draft may be adopted; null or left out: nothing is asked',
  },
)

/** Guards as they are sent. */
export type GivenGuards = Partial<StoredGuards>

/**
 * Guards as they are stored.
 * @throws 400 for a score that is named twice, a seller that does not exist, or a tier that the rules don't have
 */
export async function judgeGuards(tx: Tx, rules: RuleSet, given: GivenGuards): Promise<StoredGuards> {
  const { max_tier_drops = null, max_surcharge_increase = null, max_psi = null, golden = [] } = given
  const found = await tx.column<string>(
    'select seller_code from sellers where seller_code = any($1::text[])',
    [golden.map(({ seller_code }) => seller_code)],
  )
  const sellers = new Set(found)
  const tiers = rules.tiers.map(({ name }) => name)
  const named = new Set<string>()
  for (const [index, { seller_code, period, tier }] of golden.entries()) {
    const path = `guards.golden[${index}]`
    const key = JSON.stringify([seller_code, period])
    if (named.has(key)) throw badRequest('duplicate_value', `${path} names ${seller_code} in ${period} again`)
    if (!sellers.has(seller_code))
      throw badRequest('unknown_reference', `${path}.seller_code: there is no seller ${seller_code}`)
    if (!tiers.includes(tier))
      throw badRequest('unknown_reference', `${path}.tier must be one of ${tiers.join(', ')}`)
    named.add(key)
  }
  return { max_tier_drops, max_surcharge_increase, max_psi, golden }
}
