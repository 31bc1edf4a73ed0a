import type { ReadException } from '../../adjustments.ts'
import { COMPONENTS } from '../../components.ts'
import type { Score } from '../../score.ts'
import type { TierRecord } from '../../tier.ts'
import { highestOf, stepsOfAll, usable } from '../levers/lever-points.ts'
import { offersOf, type Study, scoreAfter, studyOf } from '../study.ts'
import { placeOf, type World } from '../world.ts'
import type { Open, PathReason } from './cheapest-path.ts'

/**
 * Why a tier can't be reached: the first obstacle without which it could be, of locks, a month that is running, appeals
 * and exceptions; when there is none, what the best score still lacks.
 */
export function reasonFor(
  study: Study,
  { target, open }: { target: TierRecord; open: Open },
  best: Score,
): PathReason {
  const { world } = study
  const place = placeOf(world, target)
  const reached = (other: World) => placeOf(world, bestOf(other).tier) <= place
  if (!study.score.is_rated)
    return { code: 'too_little_data', sentence: `The score is not rated: ${study.score.unrated?.reason}.` }
  const asAsked = lack(target, best).best
  const free = bestOf(world, open)
  if (placeOf(world, free.tier) <= place)
    return {
      code: 'locked',
      sentence: `With the levers that are left ${asAsked}; without locks and limits ${target.name} could be reached.`,
    }
  // No lock stands in the way: so the best that is told is that without any.
  const { code, best: unlocked } = lack(target, free)
  const atBest = unlocked === asAsked ? unlocked : `without locks and limits ${unlocked}`
  if (reached(world))
    return {
      code: 'running_month',
      sentence: `What has happened in the month can't be changed any more: ${atBest}.`,
    }
  if (study.appeals.length > 0 && reached({ ...world, appeals: [] }))
    return { code: 'appeal', sentence: `An appeal decided ${decidedWhat(study)}, which no lever moves.` }
  return heldBack(study, target, best, reached) ?? { code, sentence: sentenceOf(atBest) }
}

/** What the best score that can be reached lacks, as part of a sentence. */
function lack({ name, min_score, min_component_score }: TierRecord, { total_sos, explanation }: Score) {
  const { components } = explanation
  const low = COMPONENTS.find(
    (component) => components[component].has_data && components[component].raw < min_component_score,
  )
  if (low)
    return {
      code: 'component_floor' as const,
      best: `${low} can reach ${components[low].raw} at best, and ${name} asks ${min_component_score} of every component`,
    }
  return {
    code: 'too_far' as const,
    best: `the total can reach ${total_sos} at best, and ${name} asks ${min_score}`,
  }
}

/** Names of components stay as they are. */
const sentenceOf = (part: string) => `${part.replace(/^the /, 'The ').replace(/^without /, 'Without ')}.`

/** The best score of a world when every lever that it offers may go all the way that is open. */
function bestOf(world: World, open: Open = {}): Score {
  const study = studyOf(world)
  const offers = offersOf(study, 'better', open)
  const levers = offers.map((offer) => highestOf(usable(study, offer)))
  return scoreAfter(study, offers, stepsOfAll(levers))
}

function decidedWhat({ appeals }: Study): string {
  const raws = appeals.filter(({ raw_given }) => raw_given).map(({ component }) => component)
  const total = appeals.some(({ total_given }) => total_given) ? ['the total'] : []
  return [...new Set([...raws, ...total])].join(' and ')
}

/** Exceptions are tried one by one when they are no more than these. */
const TRIED_SINGLY = 10
const NAMED = 5

/**
 * The exceptions without which the target could be reached, in so few tries that a seller may have any number of them:
 * one alone, all that lower the best score, or all there are.
 */
function heldBack(
  { world, measured }: Study,
  target: TierRecord,
  { explanation }: Score,
  reached: (other: World) => boolean,
): PathReason | null {
  const acting = measured.exceptions.filter(({ act }) => act !== null)
  const lowering = new Set(
    explanation.exceptions.flatMap(({ id, before, after }) => ((after ?? 0) < (before ?? 0) ? [id] : [])),
  )
  const isReached = (without: readonly ReadException[]) => {
    const ids = new Set(without.map(({ exception }) => exception.id))
    const exceptions = world.input.exceptions.filter(({ id }) => !ids.has(id))
    return reached({ ...world, input: { ...world.input, exceptions } })
  }
  const tries = [
    ...(acting.length <= TRIED_SINGLY ? acting.map((one) => [one]) : []),
    acting.filter(({ exception }) => lowering.has(exception.id)),
    acting,
  ]
  const found = tries.find((without) => without.length > 0 && isReached(without))
  const [first, ...others] = found ?? []
  if (!first) return null
  const could = `${target.name} could be reached.`
  const ids = [first, ...others].map(({ exception }) => exception.id)
  return {
    code: 'exception',
    sentence:
      others.length === 0
        ? `Exception ${first.exception.id} holds ${named(first.target)} back: without it ${could}`
        : `Exceptions ${listed(ids)} hold the score back: without them ${could}`,
  }
}

/** Five of them by name, the others by their number. */
function listed(ids: readonly number[]): string {
  const others = ids.length - NAMED
  const named = ids.slice(0, NAMED).join(', ')
  return others > 0 ? `${named} and ${others} other${others > 1 ? 's' : ''}` : named
}

const named = (target: string) => (target === 'total' ? 'the total' : target)
