import type { Answer } from '../../api/types.ts'
import { score } from '../../logic/format.ts'
import { Badge, Delta, stateBadge, TierBadge } from '../../parts/badges.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { COMPONENTS, named, nameOf } from '../../words/metrics.ts'
import { STATUS } from './score-status.ts'

export type ScoreRow = Answer<'GET', '/api/sos/monthly'>['data'][number]

export const StatusBadge = stateBadge<ScoreRow['status']>({
  draft: [STATUS.draft, 'plain'],
  under_review: [STATUS.under_review, 'info'],
  final: [STATUS.final, 'good'],
})

/** The columns that everybody sees. */
export const SCORE_COLUMNS: Column<ScoreRow>[] = [
  { head: 'Seller', sort: 'seller_code', cell: (row) => <Seller {...row} /> },
  ...COMPONENTS.map(
    (name): Column<ScoreRow> => ({
      head: nameOf(name),
      numeric: true,
      wide: true,
      cell: ({ components, imputed }) => (
        <Raw value={components[name].raw} imputed={imputed.includes(name)} />
      ),
    }),
  ),
  {
    head: 'Total',
    numeric: true,
    sort: 'total_sos',
    cell: (row) => (
      <Link to={`/sellers/${row.seller_code}`} class="total">
        {row.is_rated ? score(row.total_sos) : '–'}
        {!row.is_rated && <span class="visually-hidden">not rated</span>}
      </Link>
    ),
  },
  {
    head: 'Change',
    numeric: true,
    sort: 'delta',
    wide: true,
    cell: ({ trend }) => (
      <Delta value={trend.direction === 'unrated' || trend.direction === 'new' ? null : trend.delta} />
    ),
  },
  { head: 'Tier', cell: ({ tier }) => <TierBadge tier={tier} /> },
  { head: 'Status', wide: true, cell: ({ status }) => <StatusBadge status={status} /> },
]

const Seller = ({
  seller_code,
  company_name,
  unrated_reason,
  is_grace_period,
  before_contract,
}: ScoreRow) => (
  <span class="seller-cell">
    <span class="row">
      <Link to={`/sellers/${seller_code}`} class="mono">
        {seller_code}
      </Link>
      {before_contract ? <Badge>Before its contract</Badge> : is_grace_period && <Badge>New seller</Badge>}
    </span>
    <span class="company" dir="auto" title={company_name}>
      {company_name}
    </span>
    {unrated_reason && <span class="why faint small">{named(unrated_reason)}</span>}
  </span>
)

/** The raw of a component as a number with a small bar. Imputed means that there was no data to read it from. */
const Raw = ({ value, imputed }: { value: number; imputed: boolean }) =>
  imputed ? (
    <span class="raw faint">
      <span aria-hidden="true">–</span>
      <span class="visually-hidden">no data</span>
      <span class="raw-track none" />
    </span>
  ) : (
    <span class="raw">
      {score(value)}
      <span class="raw-track">
        <span style={{ width: `${value}%` }} />
      </span>
    </span>
  )
