import type { Score } from '../../scoring/score.ts'
import { componentsOf, type ScoreRow, tierOf } from '../scores/score-row.ts'
import type { AppealScore } from './appeal-record.ts'

/** What an appeal shows of a score. */
export const shownScore = (row: ScoreRow): AppealScore => ({
  revision: row.revision,
  total_sos: row.total_sos,
  tier: tierOf(row),
  components: componentsOf(row),
})

/** The same of a revision that is computed and not stored. */
export const shownRevision = ({ total_sos, tier, components }: Score, revision: number): AppealScore => ({
  revision,
  total_sos,
  tier: { name: tier.name, color: tier.color, benefits: tier.benefits },
  components,
})
