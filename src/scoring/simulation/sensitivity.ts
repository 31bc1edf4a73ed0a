import type { LeverName } from './levers.ts'
import type { Open } from './path-answer.ts'
import type { World } from './world.ts'

/** What one lever can do. */
export type Sensitivity = {
  lever: LeverName
  metric: string
  /** The most steps that it can go */
  most: number
  /** What one step, and all of them, change of the total; two decimals */
  one_step: number
  all: number
  /** The fewest steps that reach the next tier by it alone; null when it can't */
  alone: number | null
  /** The fewest steps the wrong way that lose the tier; null when it can't */
  to_lose: number | null
}

/** What each lever that a world offers can do by itself, in the order of `LEVERS`. */
export function sensitivity(_world: World, _open: Open = {}): Sensitivity[] {
  throw new Error('not yet')
}
