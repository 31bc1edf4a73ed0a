import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import type { EnforcedSeller } from './queries.ts'
import type { Enforcement } from './schemas.ts'

/** What the warehouse is told of a seller. */
export const enforcementOf = ({ seller_code, status, surcharges }: EnforcedSeller): Enforcement => ({
  seller_code,
  is_blocked:
    status !== 'active' || surcharges.some(({ surcharge_type }) => surcharge_type === 'payment_block'),
  active_surcharges: surcharges.map((surcharge) => ({
    type: surcharge.surcharge_type,
    amount: surcharge.amount,
    period: surcharge.period,
    reason: surchargeReason(surcharge),
  })),
})
