import type { TierRecord } from '../../tier.ts'
import { nextUp, tiersOf } from '../goals.ts'
import { isLever, type LeverName } from '../levers/levers.ts'
import type { Study } from '../study.ts'
import type { Open, PathAsk } from './path-answer.ts'

/** What is asked of a path, with all that it leaves out. */
export type CheckedAsk = {
  target: TierRecord
  efforts: Partial<Record<LeverName, number>>
  limits: Partial<Record<LeverName, number>>
  locked: readonly LeverName[]
  open: Open
}

/** @throws RangeError that names the field */
export function checkedAsk(
  study: Study,
  { target, efforts = {}, limits = {}, locked = [], open = {} }: PathAsk,
): CheckedAsk {
  for (const [field, given] of Object.entries({ efforts, limits, open }))
    for (const lever of Object.keys(given)) if (!isLever(lever)) throw unknownLever(field, lever)
  for (const lever of locked) if (!isLever(lever)) throw unknownLever('locked', lever)
  for (const [lever, effort] of Object.entries(efforts))
    if (!isWhole(effort, 1, 100))
      throw new RangeError(`efforts.${lever} must be a whole number from 1 to 100`)
  for (const [lever, limit] of Object.entries(limits))
    if (!isWhole(limit, 0, Number.MAX_SAFE_INTEGER))
      throw new RangeError(`limits.${lever} must be a whole number of steps, 0 or more`)
  return { target: targetOf(study, target), efforts, limits, locked, open }
}

/** The rated tier of that name, else the next one up. */
function targetOf({ world, score }: Study, name?: string): TierRecord {
  if (name === undefined) return nextUp(world, score.tier)
  const tiers = tiersOf(world)
  const tier = tiers.find((tier) => tier.name === name)
  if (tier) return tier
  throw new RangeError(`target must be one of ${tiers.map((tier) => tier.name).join(', ')}, not "${name}"`)
}

const unknownLever = (field: string, lever: string) =>
  new RangeError(`${field} names the unknown lever "${lever}"`)

const isWhole = (value: unknown, least: number, most: number) =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
