import type { PathAnswer, PathAsk } from './path-answer.ts'
import type { World } from './world.ts'

/**
 * The cheapest steps that bring a world to a tier, or why none do, with the best that can be reached. `cost` is the sum
 * of effort × steps; it is the least there is when `exact`. A target that is reached already costs nothing.
 * @throws RangeError when the target is no rated tier of the rules, or an effort or limit is not as `PathAsk` says
 */
export function cheapestPath(_world: World, _ask: PathAsk = {}): PathAnswer {
  throw new Error('not yet')
}
