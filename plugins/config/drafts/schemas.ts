import { type Static, Type } from '@sinclair/typebox'
import type { Guards as StoredGuards } from '../../../src/domain/config/config-draft.ts'
import type { Tx } from '../../../src/platform/database/database.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import { plainCode } from '../../../src/platform/schemas/codes.ts'
import {
  Closed,
  Id,
  MAX_INTEGER,
  Model,
  Nullable,
  Period,
  Text,
  Timestamp,
} from '../../../src/platform/schemas/schemas.ts'
import { LARGEST_AMOUNT } from '../../../src/scoring/largest-amount.ts'
import type { RuleSet } from '../../../src/scoring/rules.ts'
import { Changes } from './changes.ts'

const Golden = Closed({
  seller_code: Text(100, { examples: ['S-1001'] }),
  period: Period({ examples: ['2026-03'] }),
  tier: Text(80, { description: 'The tier that the score must have', examples: ['Gold'] }),
})

/** What a backtest of a draft must keep to. */
export const Guards = Type.Object(
  {
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

export const name = Text(80, { description: 'What the draft is called', examples: ['Stricter lateness'] })
const user = (description: string) => Type.Integer({ description, examples: [1] })

export const ShownDraft = Model('ConfigDraft', {
  id: Id(),
  name,
  version: Type.Integer({ description: 'Counts the changes of this draft, from 1', examples: [1] }),
  changes: { ...Changes, description: 'With every field filled in' },
  changes_sha256: Type.String({
    description:
      'Of the canonical JSON of the changes: a backtest is of this very content when it has the same',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
  guards: Guards,
  created_at: Timestamp(),
  created_by: user('Id of the user who made it'),
  created_by_name: Nullable(Type.String({ examples: ['Tara Boone'] }), {
    description: 'Full name of that user',
  }),
  updated_at: Timestamp(),
  updated_by: user('Id of the user who changed it last'),
  written_by: Type.Array(Id(), {
    description: 'Ids of all users who have written its changes or guards: only as bod may they adopt it',
    examples: [[4]],
  }),
  adopted_at: Nullable(Timestamp(), { description: 'null: not adopted' }),
  adopted_by: Nullable(user('Id of the user who adopted it')),
  adopted_by_name: Nullable(Type.String({ examples: ['Helena Brandt'] }), {
    description: 'Full name of that user; null: not adopted',
  }),
  adopted_from: Nullable(Period(), { description: 'The first month that its changes are for' }),
  backtest_id: Nullable(Id(), { description: 'The backtest that it was adopted on' }),
  override_reason: Nullable(Type.String({ examples: ['Decided by the board'] }), {
    description: 'Why it was adopted although a check failed',
  }),
})

/** A draft as the list shows it: a page of whole ones would be megabytes. */
export const ListedDraft = Type.Composite(
  [
    Type.Omit(ShownDraft, ['changes', 'guards']),
    Type.Object({
      change_count: Type.Integer({ description: 'How many changes it has', examples: [2] }),
      tried: Nullable(
        Type.Object({
          from: Period(),
          to: Period(),
          scores: Type.Integer({ description: 'Sellers’ months that were scored', examples: [528] }),
          tier_drops: Type.Integer({ description: 'Scores that come into a lower tier', examples: [21] }),
          tier_rises: Type.Integer({ description: 'Scores that come into a higher tier', examples: [4] }),
        }),
        {
          description:
            'What the newest completed backtest of these very changes found; null: they were not tried as they are now',
        },
      ),
    }),
  ],
  { title: 'ListedConfigDraft' },
)
export type ListedDraft = Static<typeof ListedDraft>

/** Guards as they are sent. */
export type GivenGuards = Partial<StoredGuards>

/**
 * Guards as they are stored.
 * @throws 400 for a score that is named twice, a seller that does not exist, or a tier that the rules don't have
 */
export async function judgeGuards(tx: Tx, rules: RuleSet, given: GivenGuards): Promise<StoredGuards> {
  const { max_tier_drops = null, max_surcharge_increase = null, max_psi = null } = given
  const golden = (given.golden ?? []).map((one) => ({ ...one, seller_code: plainCode(one.seller_code) }))
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
