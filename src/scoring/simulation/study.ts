import { type AggregateName, type Facts, readAggregates } from '../aggregates.ts'
import { excludedBy } from '../apply-exceptions.ts'
import { type ComponentState, combine } from '../combine.ts'
import type { Component } from '../components.ts'
import { type AppealExplanation, appealsOf } from '../explanation.ts'
import type { Measurement } from '../measure.ts'
import { parse, round, subtract } from '../rational.ts'
import { type MeasuredSeller, measureSeller, type Score } from '../score.ts'
import type { Open } from './cheapest-path/cheapest-path.ts'
import { unitsText } from './decimal-units.ts'
import type { Steps } from './levers/lever-points.ts'
import { LEVER_NAMES, leverNamed } from './levers/levers.ts'
import { type Movement, moveBy, movementOf, type Way } from './levers/movement.ts'
import { scoreWorld, type World } from './world.ts'

/** A world, measured and scored once, so that levers can be tried on it. */
export type Study = {
  world: World
  facts: Facts
  score: Score
  measured: MeasuredSeller
  /** Components before imputation and exceptions. */
  states: ComponentState[]
  appeals: AppealExplanation[]
}

/** @throws RangeError when an aggregate is not a decimal number */
export function studyOf(world: World): Study {
  const { rules, input } = world
  const measured = measureSeller(rules, input)
  const { components, chosen, exceptions } = measured
  const score = scoreWorld(world)
  return {
    world,
    facts: readAggregates(input.aggregates, input.elapsed_days),
    score,
    measured,
    states: combine(components, chosen.weights, input.feeds_in_use, excludedBy(exceptions)),
    appeals: world.appeals.length > 0 ? appealsOf(score.explanation) : [],
  }
}

/** A lever that the world offers, with the metrics that it moves; the first is the one that answers show. */
export type Offer = Movement & { component: Component; measurements: readonly [Valued, ...Valued[]] }
type Valued = Extract<Measurement, { na: null }>

/**
 * The levers that a world offers, up to what is open. A lever whose metric has no value, or stands for a ratio that
 * can't be formed, is not offered; nor is one whose component has too little data, or a raw that an appeal decided.
 */
export function offersOf(study: Study, way: Way = 'better', open: Open = {}): Offer[] {
  return LEVER_NAMES.flatMap((name) => {
    const measurements = study.measured.components
      .filter(({ prepared }) => isMovable(study, prepared.component))
      .flatMap(({ measurements }) => measurements)
      .filter((one): one is Valued => one.na === null && one.reading.fixed === undefined)
      .filter(({ rule }) => leverNamed(name).metrics.includes(rule.metric.name))
    const [first, ...others] = measurements
    const most = open[name]
    const movement = first && movementOf(name, study.facts, way, most === undefined ? undefined : parse(most))
    if (!first || !movement) return []
    return [{ ...movement, component: first.rule.metric.component, measurements: [first, ...others] }]
  })
}

const isMovable = ({ states, appeals }: Study, component: Component) =>
  states.some((state) => state.component === component && state.has_data) &&
  !appeals.some((appeal) => appeal.component === component && appeal.raw_given)

/** The metrics of a component that have a value. */
export const valuedOf = ({ measured }: Study, component: Component): Valued[] =>
  measured.components
    .filter(({ prepared }) => prepared.component === component)
    .flatMap(({ measurements }) => measurements)
    .filter((one): one is Valued => one.na === null)

/** The world after the steps of these levers. */
export function worldAfter({ world, facts }: Study, movements: readonly Movement[], steps: Steps): World {
  const aggregates = { ...world.input.aggregates }
  for (const movement of movements.filter(({ name }) => steps[name]))
    for (const { fact, after } of moveBy(facts, movement, steps[movement.name] ?? 0))
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
export function factsOf({ facts }: Study, movement: Movement, steps: number) {
  const added: Partial<Record<AggregateName, string>> = {}
  for (const { fact, before, after } of moveBy(facts, movement, steps))
    if (after !== before) added[fact] = unitsText(after - before, movement.decimals)
  return added
}
