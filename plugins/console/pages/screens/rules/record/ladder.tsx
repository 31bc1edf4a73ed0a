import { inForce } from '../../../../../../src/scoring/in-force.ts'
import { useMe } from '../../../parts/me.ts'
import { TierLadder } from '../list/tier-ladder.tsx'
import type { Fields } from '../rule.ts'
import { useRecords } from '../use-records.ts'

/** The tiers of the running month, with this one as the form has it. */
export function Ladder({ fields, id }: { fields: Fields; id?: number }) {
  const { current_period } = useMe()
  const { data = [] } = useRecords('tiers')
  const others = inForce('tiers', data, current_period).filter((tier) => tier.name !== fields.name)
  return <TierLadder tiers={[...others, { ...fields, id: id ?? 0 }]} here={id ?? 0} />
}
