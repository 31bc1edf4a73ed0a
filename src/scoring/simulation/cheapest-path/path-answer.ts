import type { LeverName } from '../levers/levers.ts'
import type { Steps } from '../levers/usable.ts'
import type { PathStep, Standing } from './path-steps.ts'

/** What is asked of a path; all but the target is about the levers. */
export type PathAsk = {
  /** Name of a rated tier; without it the next one up, and for the highest tier itself */
  target?: string
  /** Levers that stay */
  locked?: readonly LeverName[]
  /** What a step of a lever costs, whole, 1 to 100; 1 where it says nothing */
  efforts?: Steps
  /** The most steps of a lever, whole, 0 or more */
  limits?: Steps
  /** How much of its fact a lever may still move, as `atPace` has it */
  open?: Open
}

/** Decimal text in the unit of the lever's fact; "0" closes a lever, and one that is not named is open all the way. */
export type Open = Partial<Record<LeverName, string>>

/**
 * What stands in the way: `too_little_data` the score is not rated, `locked` the locks and limits that were asked for,
 * `running_month` what has happened in it already, `appeal` a decided raw or total, `exception` exceptions,
 * `component_floor` a component stays below the tier's min_component_score, `too_far` the total stays below its
 * min_score.
 */
export const PATH_REASONS = [
  'too_little_data',
  'locked',
  'running_month',
  'appeal',
  'exception',
  'component_floor',
  'too_far',
] as const
export type PathReason = { code: (typeof PATH_REASONS)[number]; sentence: string }

/** `alone`: the fewest steps of each lever that reach the target by it alone; null when it can't. */
export type PathAnswer = {
  target: string
  before: Standing
  alone: { lever: LeverName; steps: number | null }[]
} & (
  | { reachable: true; cost: number; exact: boolean; after: Standing; steps: PathStep[] }
  | { reachable: false; best: Standing & { steps: PathStep[] }; reason: PathReason }
)
