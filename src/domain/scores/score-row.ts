import type { Static } from '@sinclair/typebox'
import { fieldsOf, Model } from '../../platform/schemas/schemas.ts'
import { COMPONENTS, type Component } from '../../scoring/components.ts'
import type { Reason } from '../../scoring/reasons.ts'
import type { Score } from '../../scoring/score.ts'
import type { Direction } from '../../scoring/trend.ts'
import type { NewEvent } from '../events/write-events.ts'
import { Components, IsRated, Revision, ScoreRecord, TierShown, Total } from './score-record.ts'

/** What of a record does not stand in its row as it is shown. */
type Made = 'seller_code' | 'company_name' | 'am_name' | 'tier' | 'components' | 'trend'

export type ScoreRow = Omit<ScoreRecord, Made> & {
  seller_id: number
  unrated_metric: string | null
  tier_name: string
  tier_rank: number
  tier_color: string
  tier_benefits: string
  previous_sos: number
  delta_sos: number
  direction: Direction
  top_opportunity: Component
} & Record<`${Component}_${'raw' | 'weighted'}`, number>

/** A row with the names of what it points to. */
export type NamedScoreRow = ScoreRow & Pick<ScoreRecord, 'seller_code' | 'company_name' | 'am_name'>

export const tierOf = ({ tier_name: name, tier_color: color, tier_benefits: benefits }: ScoreRow) => ({
  name,
  color,
  benefits,
})

export const componentsOf = (row: ScoreRow) =>
  Object.fromEntries(
    COMPONENTS.map((name) => [name, { raw: row[`${name}_raw`], weighted: row[`${name}_weighted`] }]),
  ) as ScoreRecord['components']

export const trendOf = ({ previous_sos, delta_sos: delta, direction }: ScoreRow) => ({
  previous_sos,
  delta,
  direction,
})

/** The full record, as lists and events show it. */
export const recordOf = (row: NamedScoreRow): ScoreRecord =>
  fieldsOf(ScoreRecord, { ...row, tier: tierOf(row), components: componentsOf(row), trend: trendOf(row) })

type Values = { [column: string]: (score: Score) => unknown }

/** The columns of monthly_scores that a computed score fills. */
const COMPUTED: Values = {
  total_sos: ({ total_sos }) => total_sos,
  is_rated: ({ is_rated }) => is_rated,
  unrated_reason: ({ unrated }) => unrated?.reason ?? null,
  unrated_metric: ({ unrated }) => unrated?.metric ?? null,
  imputed: ({ imputed }) => imputed,
  tier_name: ({ tier }) => tier.name,
  tier_rank: ({ tier }) => tier.rank,
  tier_color: ({ tier }) => tier.color,
  tier_benefits: ({ tier }) => tier.benefits,
  ...Object.fromEntries(
    COMPONENTS.flatMap((name): [string, Values[string]][] => [
      [`${name}_raw`, ({ components }) => components[name].raw],
      [`${name}_weighted`, ({ components }) => components[name].weighted],
    ]),
  ),
  previous_sos: ({ trend }) => trend.previous_sos,
  delta_sos: ({ trend }) => trend.delta,
  direction: ({ trend }) => trend.direction,
  top_opportunity: ({ top_opportunity }) => top_opportunity,
  is_grace_period: ({ is_grace_period }) => is_grace_period,
}

/** Their names, as a list in SQL. */
export const SCORE_COLUMNS = Object.keys(COMPUTED).join(', ')

/** Their values. */
export const scoreColumns = (score: Score): Record<string, unknown> =>
  Object.fromEntries(Object.entries(COMPUTED).map(([column, read]) => [column, read(score)]))

/** The columns of monthly_scores that an explanation comes to. Its trend may be another by now (renewTrends). */
const SCORE_NUMBERS = [
  'total_sos',
  'is_rated',
  'tier_name',
  'is_grace_period',
  ...COMPONENTS.map((component) => `${component}_raw` as const),
] as const satisfies (keyof ScoreRow)[]

/** What an explanation comes to, as the score has it. */
export type ScoreNumbers = Pick<ScoreRow, (typeof SCORE_NUMBERS)[number]>

/** The same columns for a statement in which `m` is the score. */
export const NUMBERS_OF_M = SCORE_NUMBERS.map((name) => `m.${name}`).join(', ')

/** Whether a computed score comes to these numbers. */
export function hasNumbers(score: Score, numbers: ScoreNumbers): boolean {
  const columns = scoreColumns(score) as unknown as ScoreNumbers
  return SCORE_NUMBERS.every((name) => columns[name] === numbers[name])
}

/** One revision of a score, as appeals and events show it beside another one. */
export const ShownScore = Model('AppealScore', {
  revision: Revision,
  total_sos: Total(),
  is_rated: IsRated,
  tier: TierShown,
  components: Components,
})
export type ShownScore = Static<typeof ShownScore>

/** The revision that a row holds. */
export const shownScore = (row: ScoreRow): ShownScore =>
  fieldsOf(ShownScore, { ...row, tier: tierOf(row), components: componentsOf(row) })

/** A revision that is computed and not stored. */
export const shownRevision = (score: Score, revision: number): ShownScore =>
  fieldsOf(ShownScore, { ...score, revision, tier: fieldsOf(TierShown, score.tier) })

/** What gave a score its revision, and why that is not 100. */
type Cause = ({ appeal_id: number } | { correction_id: number }) & { reasons: Reason[] }

/** A score has a new revision, and maybe another tier by it. */
export function revisionEvents(
  before: NamedScoreRow,
  after: NamedScoreRow,
  { reasons, ...cause }: Cause,
): NewEvent[] {
  const { seller_id } = after
  const record = recordOf(after)
  const previous = shownScore(before)
  const adjusted = {
    type: 'seller.score_adjusted',
    seller_id,
    data: { ...record, appeal_id: null, correction_id: null, ...cause, previous },
  } as const
  if (previous.tier.name === record.tier.name) return [adjusted]
  const { total_sos, is_rated, tier } = previous
  const data = { ...record, reasons, previous: { period: before.period, total_sos, is_rated, tier } }
  return [adjusted, { type: 'seller.tier_changed', seller_id, data }]
}
