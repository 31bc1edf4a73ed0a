import type { AggregateName } from '../../aggregates.ts'
import { parse, round, subtract } from '../../rational.ts'
import type { Score } from '../../score.ts'
import { unitsText } from '../decimal-units.ts'
import type { Study } from '../study.ts'
import { scoreWorld, type World } from '../world.ts'
import { type Movement, moveBy } from './movement.ts'
import type { Steps } from './usable.ts'

/** The world after the steps of these levers. */
export function worldAfter({ world, facts }: Study, movements: readonly Movement[], steps: Steps): World {
  const aggregates = { ...world.input.aggregates }
  for (const movement of movements)
    for (const { fact, after } of steps[movement.name]
      ? moveBy(facts, movement, steps[movement.name] ?? 0)
      : [])
      aggregates[fact] = unitsText(after, movement.decimals)
  return { ...world, input: { ...world.input, aggregates } }
}

/** What the engine makes of a world after the steps of these levers. */
export const scoreAfter = (study: Study, movements: readonly Movement[], steps: Steps): Score =>
  scoreWorld(worldAfter(study, movements, steps))

/** What the steps of one lever alone change of the unrounded total, two decimals: no more than its metrics cost. */
export function changeBy(study: Study, movement: Movement, steps: number): number {
  const after = scoreAfter(study, [movement], { [movement.name]: steps })
  return round(subtract(totalOf(after), totalOf(study.score)), 2)
}

const totalOf = ({ explanation }: Score) => parse(explanation.total.after)

/** What so many steps of a lever add to the aggregates, or take away, as decimal text. */
export function factsOf(
  { facts }: Study,
  movement: Movement,
  steps: number,
): Partial<Record<AggregateName, string>> {
  const added: Partial<Record<AggregateName, string>> = {}
  for (const { fact, before, after } of moveBy(facts, movement, steps))
    if (after !== before) added[fact] = unitsText(after - before, movement.decimals)
  return added
}
