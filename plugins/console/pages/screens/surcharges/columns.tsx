import type { Model } from '../../api/types.ts'
import { day, month } from '../../logic/format.ts'
import type { SurchargeState } from '../../logic/surcharge-sums.ts'
import { Badge, type Tone } from '../../parts/badges.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { named } from '../../words/metrics.ts'
import { useMoney } from './money.ts'
import { kindOf, STATE, words } from './words.ts'

export type Surcharge = Model<'Surcharge'>

const TONES: Record<SurchargeState, Tone> = { pending: 'warn', applied: 'info', waived: 'plain' }

export const StateBadge = ({ state }: { state: SurchargeState }) => (
  <Badge tone={TONES[state]}>{STATE[state]}</Badge>
)

export const Money = ({ value }: { value: number }) => <>{useMoney()(value)}</>

export const COLUMNS: Column<Surcharge>[] = [
  {
    key: 'seller',
    head: words.seller,
    cell: ({ seller_code, company_name }) => (
      <span class="case-cell">
        <Link to={`/sellers/${encodeURIComponent(seller_code)}?tab=surcharges`} class="mono">
          {seller_code}
        </Link>
        <span class="cut" dir="auto" title={company_name}>
          {company_name}
        </span>
      </span>
    ),
  },
  { key: 'amount', head: words.amount, numeric: true, cell: ({ amount }) => <Money value={amount} /> },
  {
    key: 'type',
    head: words.type,
    cell: ({ surcharge_type, period }) => (
      <span class="case-cell">
        <span class="cut">{kindOf(surcharge_type)}</span>
        <span class="faint small">{month(period)}</span>
      </span>
    ),
  },
  { key: 'state', head: words.state, cell: ({ status }) => <StateBadge state={status} /> },
  { key: 'why', head: words.why, wide: true, cell: (row) => <Why {...row} /> },
  { key: 'made', head: words.made, wide: true, cell: ({ created_at }) => day(created_at) },
]

/** The sentence of the rule, and what somebody said when they changed the state. */
const Why = ({ trigger_details, status_reason, rule_id }: Surcharge) => {
  const { reason } = trigger_details as { reason?: unknown }
  return (
    <span class="why-cell small" dir="auto">
      {typeof reason === 'string' ? named(reason) : rule_id === null ? words.byHand : '–'}
      {status_reason && <em>{status_reason}</em>}
    </span>
  )
}
