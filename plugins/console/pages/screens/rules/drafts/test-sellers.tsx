import { useRead } from '../../../api/queries.ts'
import { month, score } from '../../../logic/format.ts'
import { number, text } from '../../../logic/url-state.ts'
import { Delta } from '../../../parts/badges.tsx'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { Link } from '../../../parts/link.tsx'
import { Loaded } from '../../../parts/loaded.tsx'
import { Pager } from '../../../parts/pager.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import type { Mover } from '../impact/movers.tsx'
import { words } from './test-words.ts'
import { useMoney } from './use-money.ts'

const PATH = '/api/backtests/{id}/sellers'
export const CELL = { from_tier: text(), to_tier: text(), page: number(1) }

/** The sellers of one cell of the matrix, month by month. */
export function TestSellers({ id }: { id: number }) {
  const [{ from_tier, to_tier, page }, change] = useUrlState(CELL)
  const request = { path: { id }, query: { from_tier, to_tier, page, limit: 50 } }
  const isChosen = from_tier !== '' && to_tier !== ''
  const read = useRead(PATH, request, { keep: true, enabled: isChosen })
  const money = useMoney()
  const columns: Column<Mover & { period: string; surcharges_before: number; surcharges_after: number }>[] = [
    {
      key: 'seller',
      head: words.seller,
      cell: ({ seller_code, period }) => (
        <Link to={`/sellers/${encodeURIComponent(seller_code)}?period=${period}`}>{seller_code}</Link>
      ),
    },
    { key: 'month', head: words.month, cell: ({ period }) => month(period) },
    { key: 'before', head: words.before, cell: ({ total_before }) => score(total_before), numeric: true },
    { key: 'after', head: words.after, cell: ({ total_after }) => score(total_after), numeric: true },
    { key: 'change', head: words.change, cell: ({ delta }) => <Delta value={delta} />, numeric: true },
    {
      key: 'money',
      head: words.surcharges,
      cell: ({ surcharges_before, surcharges_after }) =>
        `${money(surcharges_before)} → ${money(surcharges_after)}`,
      numeric: true,
      wide: true,
    },
  ]
  if (!isChosen) return null
  const title = words.sellersOf(from_tier, to_tier)
  return (
    <Panel title={title} class="flush" source={{ path: PATH, request, csv: true }}>
      <Loaded of={read}>
        {({ data, total, limit }) => (
          <DataTable
            caption={words.sellersList}
            columns={columns}
            rows={data}
            keyOf={({ seller_code, period }) => `${seller_code} ${period}`}
            foot={<Pager page={page} limit={limit} total={total} onPage={(next) => change({ page: next })} />}
          />
        )}
      </Loaded>
    </Panel>
  )
}
