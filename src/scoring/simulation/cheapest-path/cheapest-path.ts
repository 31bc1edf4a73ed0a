import type { AggregateName } from '../../aggregates.ts'
import { measure } from '../../measure.ts'
import { round } from '../../rational.ts'
import type { Score } from '../../score.ts'
import type { TierRecord } from '../../tier.ts'
import { decimalText, unitsText } from '../decimal-units.ts'
import {
  factsAfter,
  fewestSteps,
  highestOf,
  type Steps,
  stepsOfAll,
  takenBack,
  type Usable,
  usable,
} from '../levers/lever-points.ts'
import type { LeverName } from '../levers/levers.ts'
import { type Movement, moveBy } from '../levers/movement.ts'
import { changeBy, factsOf, type Offer, offersOf, type Study, scoreAfter, studyOf } from '../study.ts'
import { isAt, nextUp, placeOf, standingOf, tiersOf, type World } from '../world.ts'
import { reasonFor } from './path-reason.ts'
import { cheapestTo, type Found, isUnclear } from './search.ts'

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

/**
 * The cheapest steps that bring a world to a tier, or why none do, with the best that can be reached. `cost` is the sum
 * of effort × steps; it is the least there is when `exact`. A target that is reached already costs nothing.
 *
 * The work is bounded whatever the numbers: costs are searched one by one as far as that takes 2²⁶ additions, and in
 * 1,024 parts beyond, a lever's points are read only where its curve turns, and the engine is asked by halving.
 * @throws RangeError when the target is no rated tier of the rules
 */
export function cheapestPath(
  world: World,
  { target: named, efforts = {}, limits = {}, locked = [], open = {} }: PathAsk = {},
): PathAnswer {
  const study = studyOf(world)
  const target = targetOf(study, named)
  const offers = offersOf(study, 'better', open).filter(({ name }) => !locked.includes(name))
  const scored = (steps: Steps) => scoreAfter(study, offers, steps)
  const reaches = (steps: Steps) => isAt(world, scored(steps), target)

  const levers = offers.map((offer) => usable(study, offer, efforts, limits))
  const shown = { target: target.name, before: standingOf(study.score) }
  const alone = (reach: (lever: Usable) => number | null) =>
    levers.map((lever) => ({ lever: lever.name, steps: reach(lever) }))
  const reachedBy = ({ steps, ...path }: Found, singly: PathAnswer['alone']): PathAnswer => ({
    ...{ ...shown, ...path, reachable: true, alone: singly },
    after: standingOf(scored(steps)),
    steps: stepsShown(study, offers, steps, efforts),
  })
  if (reaches({}))
    return reachedBy(
      { steps: {}, cost: 0, exact: true },
      alone(() => 0),
    )

  const useful = levers.map(highestOf).filter(({ points }) => points.most > 0)
  const highest = stepsOfAll(useful)
  const isReached = reaches(highest)
  if (isReached || isUnclear(study)) {
    const singly = alone(({ name, points }) => fewestSteps(points, (steps) => reaches({ [name]: steps })))
    const reaching = singly.flatMap(({ lever, steps }) =>
      steps !== null && useful.some(({ name }) => name === lever) ? [{ [lever]: steps }] : [],
    )
    const found = cheapestTo(study, useful, target, [...reaching, ...(isReached ? [highest] : [])], scored)
    if (found) return reachedBy(found, singly)
  }
  const end = scored(highest)
  const [most, score] = isAsGood(study, end, study.score) ? [highest, end] : [{}, study.score]
  const fewest = takenBack(useful, most, (steps) => isAsGood(study, scored(steps), score))
  const best = scored(fewest)
  return {
    ...shown,
    reachable: false,
    best: { ...standingOf(best), steps: stepsShown(study, offers, fewest, efforts) },
    reason: reasonFor(study, { target, open }, best),
    alone: alone(() => null),
  }
}

function targetOf({ world, score }: Study, name?: string): TierRecord {
  if (name === undefined) return nextUp(world, score.tier)
  const tier = tiersOf(world).find((tier) => tier.name === name)
  if (!tier) throw new RangeError(`"${name}" is no rated tier`)
  return tier
}

function isAsGood({ world }: Study, score: Score, other: Score): boolean {
  const [place, otherPlace] = [placeOf(world, score.tier), placeOf(world, other.tier)]
  return place === otherPlace ? score.total_sos >= other.total_sos : place < otherPlace
}

type Standing = ReturnType<typeof standingOf>

/** The steps as an answer shows them: what brings most points comes first. */
export const stepsShown = (study: Study, offers: readonly Offer[], steps: Steps, efforts: Steps) =>
  offers
    .filter(({ name }) => steps[name])
    .map((offer) => stepShown(study, offer, steps[offer.name] ?? 0, efforts[offer.name] ?? 1))
    .sort((a, b) => b.points - a.points)

export type PathStep = ReturnType<typeof stepShown>

/** `points` is what these steps alone bring to the total, two decimals, `facts` what they add, as decimal text. */
function stepShown(study: Study, offer: Offer, steps: number, effort: number) {
  const [{ rule, value }] = offer.measurements
  const after = measure(rule, factsAfter(study.facts, offer, steps), study.world.input.feeds_in_use)
  return {
    lever: offer.name,
    steps,
    effort,
    metric: rule.metric.name,
    value_before: round(value, 6),
    value_after: round(after.value ?? value, 6),
    points: changeBy(study, offer, steps),
    facts: factsOf(study, offer, steps),
    sentence: sentenceOf(study, offer, steps),
  }
}

/** The numbers of a sentence: how much moves, from what, to what, and any other fact. */
type Told = {
  by: string
  before: string
  after: string
  of: (fact: AggregateName) => string
  /** A part of what is invoiced times days, as days of all of it */
  days: { by: string; before: string; after: string }
}

/** Each says what to do, and what comes of it. ¤ is before an amount of money. */
const SENTENCES: Record<LeverName, (told: Told) => string> = {
  closer_forecast: ({ by, before, after, of }) =>
    `Forecast ${counted(by, 'order')} closer to the ${of('actual_total')} that come: from ${before} off to ${after}.`,
  earlier_forecast: ({ by, before, after }) =>
    `Submit the forecasts ${counted(by, 'day')} earlier in all: from ${counted(before, 'day')} late to ${after}.`,
  fewer_cancellations: ({ by, before, after, of }) =>
    `Cancel ${by} fewer of ${counted(of('orders'), 'order')}: from ${before} to ${after}.`,
  more_on_time: ({ by, before, after, of }) =>
    `Have ${by} more of ${counted(of('ready_due'), 'order')} ready on time: from ${before} to ${after}.`,
  cleaner_orders: ({ by, before, after, of }) =>
    `Have ${by} more of ${counted(of('orders'), 'order')} without a data error: from ${before} to ${after}.`,
  fewer_tickets: ({ before, after, of }) =>
    `Cause fewer tickets, for ${counted(of('orders'), 'order')}: they count as ${after} instead of ${before}.`,
  faster_replies: ({ by, before, after, of }) =>
    `Reply in time to ${by} more of ${counted(of('reply_due'), 'ticket')}: from ${before} to ${after}.`,
  faster_resolutions: ({ by, before, after, of }) =>
    `Resolve ${by} more of ${counted(of('resolve_due'), 'ticket')} in time: from ${before} overdue to ${after}.`,
  earlier_payment: ({ of, days }) =>
    `Pay the invoices that the month counts (¤${of('invoiced_amount')}) sooner: on average ${counted(days.after, 'day')} late instead of ${days.before}.`,
  less_overdue: ({ by, before, after, of }) =>
    `Pay ¤${by} of the ¤${of('invoiced_amount')} in invoices that the month counts: from ¤${before} unpaid to ¤${after}.`,
  less_aged_stock: ({ by, before, after, of }) =>
    `Replace old stock by new (a volume of ${by}) before the month’s last stock count, if one still comes: from ${before} old to ${after}, of ${of('stock_volume')}.`,
  less_cover: ({ by, before, after }) =>
    `Keep ${counted(by, 'fewer unit')} in stock at the month’s last stock count, if one still comes: from ${before} to ${after}.`,
  more_cover: ({ by, before, after }) =>
    `Keep ${counted(by, 'more unit')} in stock at the month’s last stock count, if one still comes: from ${before} to ${after}.`,
  less_stranded_stock: ({ by, before, after, of }) =>
    `Replace stranded stock (a volume of ${by}) before the month’s last stock count, if one still comes: from ${before} stranded to ${after}, of ${of('stock_volume')}.`,
}

/** What so many steps of a lever are, with the counts before and after. */
export function sentenceOf({ facts }: Study, movement: Movement, steps: number): string {
  const [main] = moveBy(facts, movement, steps)
  const { before, after } = main ?? { before: 0n, after: 0n }
  const by = after > before ? after - before : before - after
  const days = (units: bigint) => unitsText((units * 200n + movement.step) / (movement.step * 2n), 2)
  const text = (units: bigint) => unitsText(units, movement.decimals)
  return SENTENCES[movement.name]({
    by: text(by),
    before: text(before),
    after: text(after),
    of: (fact) => decimalText(facts[fact]),
    days: { by: days(by), before: days(before), after: days(after) },
  })
}

const counted = (count: string, noun: string) => `${count} ${noun}${count === '1' ? '' : 's'}`
