import { COMPONENTS } from '../../scoring/components.ts'
import type { Score } from '../../scoring/score.ts'
import { type ScoreRow, scoreColumns } from './score-row.ts'

/**
 * The columns of monthly_scores that say what an explanation comes to. Its trend may be another by now (renewTrends).
 */
export const SCORE_NUMBERS = [
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
