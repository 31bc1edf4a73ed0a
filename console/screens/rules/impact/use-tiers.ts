import { inForce } from '../../../../src/scoring/in-force.ts'
import { useMe } from '../../../parts/me.ts'
import { useRecords } from '../use-records.ts'

/** The tiers of the running month, the highest first, with their colours. */
export function useTiers() {
  const { current_period } = useMe()
  const { data = [] } = useRecords('tiers')
  const tiers = inForce('tiers', data, current_period).sort((a, b) => Number(b.rank) - Number(a.rank))
  return {
    order: tiers.map(({ name }) => String(name)),
    colorOf: (tier: string) => String(tiers.find(({ name }) => name === tier)?.color ?? '#868e9c'),
  }
}
