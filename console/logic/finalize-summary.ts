import type { Status } from './score-list.ts'

/** A tier with how many scores are in it. */
export interface TierCount {
  name: string
  color: string
  count: number
}

/** A month as it is before it is finalized. */
export interface MonthState {
  scored: number
  statuses: Record<Status, number>
  tiers: TierCount[]
  /** Scores by tier that are final already. */
  finalByTier: Record<string, number>
  openAppeals: number
  unrated: number
  /** The id of a run that has not ended. */
  openRun?: number
  /** Whether the month goes on. */
  isRunning: boolean
}

export interface FinalizeSummary {
  /** Scores that will become final. */
  finalizes: number
  /** Those of them that nobody has reviewed. */
  unreviewed: number
  alreadyFinal: number
  /** The scores that will become final by their tiers, the highest first; they sum to `finalizes`. */
  perTier: TierCount[]
  /** What the service would refuse it for. */
  blocks: 'nothing' | 'run' | null
  /** What somebody may want to settle before. */
  cautions: ('running' | 'appeals' | 'unreviewed' | 'unrated')[]
}

/** What finalizing a month will do, in numbers. */
export function finalizeSummary(month: MonthState): FinalizeSummary {
  const { scored, statuses, tiers, finalByTier, openRun } = month
  const finalizes = scored - statuses.final
  const perTier = tiers
    .map((tier) => ({ ...tier, count: tier.count - (finalByTier[tier.name] ?? 0) }))
    .filter(({ count }) => count > 0)
  return {
    finalizes,
    unreviewed: statuses.draft,
    alreadyFinal: statuses.final,
    perTier,
    blocks: openRun !== undefined ? 'run' : finalizes === 0 ? 'nothing' : null,
    cautions: [
      ...(month.isRunning ? ['running' as const] : []),
      ...(month.openAppeals > 0 ? ['appeals' as const] : []),
      ...(statuses.draft > 0 ? ['unreviewed' as const] : []),
      ...(month.unrated > 0 ? ['unrated' as const] : []),
    ],
  }
}
