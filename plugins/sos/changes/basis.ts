import { periodOf } from '../../../src/domain/business-time.ts'
import type { ScoredMonth } from '../../../src/domain/metrics/scored-month.ts'
import { code } from '../../../src/domain/scores/engine.ts'
import { canonicalJson, sha256 } from '../../../src/scoring/canonical-json.ts'
import type { FeedsInUse } from '../../../src/scoring/components.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'

/** All that the scores of a run are made of, beside what fact_changes tells of. */
export interface Basis {
  month: ScoredMonth
  rules: ScoringRules
  feeds: FeedsInUse
  /** The server whose transactions fact_changes numbers; null when it does not say. */
  server: string | null
}

/**
 * Two runs with the same basis have the same scores of all sellers of whom nothing has changed in between. Null when
 * nothing is known of that: in a month that is not over time itself changes facts.
 */
export const basisOf = ({ month, server, ...more }: Basis): string | null =>
  server !== null && isOver(month) ? sha256(canonicalJson({ month, server, code: code(), ...more })) : null

const isOver = ({ period, as_of, time_zone }: ScoredMonth) => periodOf(new Date(as_of), time_zone) > period
