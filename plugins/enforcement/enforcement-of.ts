import { PAYMENT_BLOCK } from '../../src/domain/sellers/payment-block.ts'
import { surchargeReason } from '../../src/scoring/surcharge-reason.ts'
import type { EnforcedSeller } from './queries.ts'
import type { Enforcement } from './schemas.ts'

/** What the warehouse is told of a seller. */
export function enforcementOf({ seller_code, status, surcharges }: EnforcedSeller): Enforcement {
  const active = surcharges ?? []
  return {
    seller_code,
    is_blocked: status !== 'active' || active.some(({ surcharge_type }) => surcharge_type === PAYMENT_BLOCK),
    active_surcharges: active.map((surcharge) => ({
      type: surcharge.surcharge_type,
      amount: surcharge.amount,
      period: surcharge.period,
      reason: surchargeReason(surcharge),
    })),
  }
}
