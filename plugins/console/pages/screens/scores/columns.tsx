import type { Answer } from '../../api/types.ts'
import { COMPONENTS } from '../../charts/component-bars.tsx'
import { score } from '../../logic/format.ts'
import { Badge, Delta, TierBadge, type Tone } from '../../parts/badges.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { named } from '../../words/metrics.ts'
import { Raw } from './raw.tsx'
import { STATUS, words } from './words.ts'

export type ScoreRow = Answer<'GET', '/api/sos/monthly'>['data'][number]

const TONES: Record<ScoreRow['status'], Tone> = { draft: 'plain', under_review: 'info', final: 'good' }

export const StatusBadge = ({ status }: { status: ScoreRow['status'] }) => (
  <Badge tone={TONES[status]}>{STATUS[status]}</Badge>
)

/** The columns that everybody sees. */
export const SCORE_COLUMNS: Column<ScoreRow>[] = [
  { key: 'seller', head: words.seller, sort: 'seller_code', cell: (row) => <Seller {...row} /> },
  ...COMPONENTS.map(
    ([name, head]): Column<ScoreRow> => ({
      key: name,
      head,
      numeric: true,
      wide: true,
      cell: ({ components, imputed }) => (
        <Raw value={components[name].raw} imputed={imputed.includes(name)} />
      ),
    }),
  ),
  {
    key: 'total',
    head: words.total,
    numeric: true,
    sort: 'total_sos',
    cell: (row) => (
      <Link to={`/sellers/${row.seller_code}`} class="total">
        {row.is_rated ? score(row.total_sos) : '–'}
        {!row.is_rated && <span class="visually-hidden">{words.notRated}</span>}
      </Link>
    ),
  },
  {
    key: 'delta',
    head: words.change,
    numeric: true,
    sort: 'delta',
    wide: true,
    cell: ({ trend }) => (
      <Delta value={trend.direction === 'unrated' || trend.direction === 'new' ? null : trend.delta} />
    ),
  },
  { key: 'tier', head: words.tier, cell: ({ tier }) => <TierBadge tier={tier} /> },
  { key: 'status', head: words.status, wide: true, cell: ({ status }) => <StatusBadge status={status} /> },
]

const Seller = ({ seller_code, company_name, unrated_reason, is_grace_period }: ScoreRow) => (
  <span class="seller-cell">
    <span class="row">
      <Link to={`/sellers/${seller_code}`} class="mono">
        {seller_code}
      </Link>
      {is_grace_period && <Badge>{words.grace}</Badge>}
    </span>
    <span class="company" dir="auto" title={company_name}>
      {company_name}
    </span>
    {unrated_reason && <span class="why faint small">{named(unrated_reason)}</span>}
  </span>
)
