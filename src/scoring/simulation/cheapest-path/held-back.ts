import type { ReadException } from '../../adjustments.ts'
import type { Score } from '../../score.ts'
import type { TierRecord } from '../../tier.ts'
import type { Study } from '../study.ts'
import type { World } from '../world.ts'
import type { PathReason } from './path-answer.ts'

/** Exceptions are tried one by one when they are no more than these. */
const TRIED_SINGLY = 10
const NAMED = 5

/**
 * The exceptions without which the target could be reached, in so few tries that a seller may have any number of them:
 * one alone, all that lower the best score, or all there are.
 */
export function heldBack(
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
