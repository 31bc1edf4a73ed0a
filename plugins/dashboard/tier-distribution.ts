import { type DatedRecord, effectiveRecords } from '../../src/scoring/effective-records.ts'
import type { DashboardStats } from './schemas.ts'

/**
 * How many scores of a period are in each tier, highest rank first: every tier that the period's records have, and
 * those that a score was given under earlier records.
 */
export function tierDistribution(
  period: string,
  records: readonly DatedRecord<'tiers'>[],
  scored: readonly { name: string; rank: number; color: string; count: number }[],
): DashboardStats['tier_distribution'] {
  const configured = effectiveRecords('tiers', records, period).map(({ name, rank, color }) => ({
    name,
    rank,
    color,
  }))
  const others = scored.filter(({ name }) => configured.every((tier) => tier.name !== name))
  return [...configured, ...others]
    .sort((a, b) => b.rank - a.rank || a.name.localeCompare(b.name))
    .map(({ name, rank, color }) => ({
      tier_name: name,
      count: scored.find((tier) => tier.name === name)?.count ?? 0,
      rank,
      color,
    }))
}
