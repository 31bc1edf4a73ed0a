import { periodOf } from '../../../src/domain/business-time.ts'
import { code } from '../../../src/domain/scores/engine.ts'
import type { ScoredMonth } from '../../../src/feeds/scored-month.ts'
import { canonicalJson, sha256 } from '../../../src/scoring/canonical-json.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { FeedsInUse } from '../../../src/scoring/scored-feeds.ts'

/** All that the scores of a run are made of, beside what fact_changes tells of. What is absent stands for nothing. */
export interface RunBasis {
  /** With the business time zone, the one setting that changes scores. */
  month: ScoredMonth
  rules: ScoringRules
  feeds: FeedsInUse
  /** Those in force that say what counts otherwise than pushed, in order of id. */
  rulings?: readonly { id: number; version: number }[]
  /** The server whose transactions fact_changes numbers; null when it does not say. */
  server: string | null
}

/**
 * Two runs with the same basis have the same scores of all sellers of whom nothing has changed in between. Null when
 * nothing is known of that: in a month that is not over time itself changes facts.
 */
export const basisOf = ({ month, server, ...more }: RunBasis): string | null =>
  server !== null && isOver(month) ? sha256(canonicalJson({ month, server, code: code(), ...more })) : null

const isOver = ({ period, as_of, time_zone }: ScoredMonth) => periodOf(new Date(as_of), time_zone) > period
