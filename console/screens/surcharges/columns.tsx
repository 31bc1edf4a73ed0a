import type { Model } from '../../api/types.ts'
import { day, month } from '../../logic/format.ts'
import type { SurchargeState } from '../../logic/surcharge-sums.ts'
import { stateBadge } from '../../parts/badges.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { useMoney } from '../../parts/me.ts'
import { SellerCell } from '../../parts/seller-link.tsx'
import { Text } from '../../parts/text.tsx'
import { named } from '../../words/metrics.ts'

export type Surcharge = Model<'Surcharge'>

export const STATE = { pending: 'Pending', applied: 'Applied', waived: 'Waived' }

const StateBadge = stateBadge<SurchargeState>({
  pending: [STATE.pending, 'warn'],
  applied: [STATE.applied, 'info'],
  waived: [STATE.waived, 'plain'],
})

export const Money = ({ value }: { value: number }) => <>{useMoney()(value)}</>

export const COLUMNS: Column<Surcharge>[] = [
  { head: 'Seller', cell: (row) => <SellerCell of={row} query="?tab=surcharges" /> },
  { head: 'Amount', numeric: true, cell: ({ amount }) => <Money value={amount} /> },
  {
    head: 'Kind',
    cell: ({ surcharge_type, period }) => (
      <span class="case-cell">
        <span class="cut">{kindOf(surcharge_type)}</span>
        <span class="faint small">{month(period)}</span>
      </span>
    ),
  },
  { head: 'State', cell: ({ status }) => <StateBadge status={status} /> },
  { head: 'Why', wide: true, cell: (row) => <Why {...row} /> },
  { head: 'Made', wide: true, cell: ({ created_at }) => day(created_at) },
]

/** The sentence of the rule, and what somebody said when they changed the state. */
const Why = ({ trigger_details, status_reason, rule_id }: Surcharge) => {
  const { reason } = trigger_details as { reason?: unknown }
  return (
    <Text class="why-cell small">
      {typeof reason === 'string' ? named(reason) : rule_id === null ? 'Made by hand' : '–'}
      {status_reason && <em>{status_reason}</em>}
    </Text>
  )
}

export const words = { apply: 'Apply', waive: 'Waive' }

const KINDS: Record<string, string> = {
  planning_overload: 'Planning overload',
  payment_block: 'Payment block',
  aging_storage_multiplier: 'Aged storage',
}

/** `payment_block` → `Payment block`; a kind without a name stays as it is. */
export const kindOf = (type: string) => KINDS[type] ?? type
