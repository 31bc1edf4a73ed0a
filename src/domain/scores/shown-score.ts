import { type Static, Type } from '@sinclair/typebox'
import type { Score } from '../../scoring/score.ts'
import { Components, IsRated, Revision, TierShown, Total } from './score-record.ts'
import { componentsOf, type ScoreRow, tierOf } from './score-row.ts'

/** One revision of a score, as appeals and events show it beside another one. */
export const ShownScore = Type.Object(
  {
    revision: Revision,
    total_sos: Total(),
    is_rated: IsRated,
    tier: TierShown,
    components: Components,
  },
  { title: 'AppealScore' },
)
export type ShownScore = Static<typeof ShownScore>

/** The revision that a row holds. */
export const shownScore = (row: ScoreRow): ShownScore & { is_rated: boolean } => ({
  revision: row.revision,
  total_sos: row.total_sos,
  is_rated: row.is_rated,
  tier: tierOf(row),
  components: componentsOf(row),
})

/** A revision that is computed and not stored. */
export const shownRevision = (
  { total_sos, is_rated, tier, components }: Score,
  revision: number,
): ShownScore => ({
  revision,
  total_sos,
  is_rated,
  tier: { name: tier.name, color: tier.color, benefits: tier.benefits },
  components,
})
