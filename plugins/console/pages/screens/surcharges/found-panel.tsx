import type { Model } from '../../api/types.ts'
import { score } from '../../logic/format.ts'
import { SURCHARGE_LIMIT } from '../../logic/surcharge-sums.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Link } from '../../parts/link.tsx'
import { Empty } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { named, nameOf } from '../../words/metrics.ts'
import { Money } from './columns.tsx'
import { kindOf, words } from './words.ts'

type Found = Model<'EvaluatedSurcharge'>

interface Props {
  rows: Found[]
  /** Those that were made before. */
  existing: number
  page: number
  onPage: (page: number) => void
}

/** What would be made, by seller. */
export const FoundPanel = ({ rows, existing, page, onPage }: Props) => (
  <Panel class="flush" title={words.found}>
    <DataTable
      caption={words.found}
      columns={COLUMNS}
      rows={rows.slice((page - 1) * SURCHARGE_LIMIT, page * SURCHARGE_LIMIT)}
      keyOf={({ seller_code, rule_id }) => `${seller_code} ${rule_id}`}
      empty={<Empty title={words.nothingNew}>{words.nothingNewText(existing)}</Empty>}
      foot={<Pager page={page} limit={SURCHARGE_LIMIT} total={rows.length} onPage={onPage} />}
    />
  </Panel>
)

const COLUMNS: Column<Found>[] = [
  {
    key: 'seller',
    head: words.seller,
    cell: ({ seller_code }) => (
      <Link to={`/sellers/${encodeURIComponent(seller_code)}`} class="mono target">
        {seller_code}
      </Link>
    ),
  },
  { key: 'type', head: words.type, cell: ({ surcharge_type }) => kindOf(surcharge_type) },
  { key: 'amount', head: words.amount, numeric: true, cell: ({ amount }) => <Money value={amount} /> },
  {
    key: 'measured',
    head: words.measured,
    numeric: true,
    wide: true,
    cell: ({ metric, value }) => `${nameOf(metric)} ${score(value)}`,
  },
  { key: 'limit', head: words.limit, numeric: true, wide: true, cell: ({ threshold }) => score(threshold) },
  {
    key: 'why',
    head: words.why,
    wide: true,
    cell: ({ reason }) => (
      <span class="why-cell small" dir="auto">
        {named(reason)}
      </span>
    ),
  },
]
