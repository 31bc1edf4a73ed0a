import { month, score } from '../../../logic/format.ts'
import { text } from '../../../logic/url-state.ts'
import { Delta } from '../../../parts/badges.tsx'
import type { Column } from '../../../parts/data-table.tsx'
import { useMoney } from '../../../parts/me.ts'
import { RecordList } from '../../../parts/record-list.tsx'
import { SellerLink } from '../../../parts/seller-link.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import type { Mover } from '../impact/movers.tsx'

const PATH = '/api/backtests/{id}/sellers'

/** Why a change of the rules does not reach a score. */
const UNTOUCHED = { appeal: 'decided by an appeal', inactive: 'not active' }

type Row = Mover & {
  period: string
  surcharges_before: number
  surcharges_after: number
  untouched: keyof typeof UNTOUCHED | null
}

/** The sellers of one cell of the matrix, month by month. */
export function TestSellers({ id }: { id: number }) {
  const [{ from_tier, to_tier }] = useUrlState({ from_tier: text(), to_tier: text() })
  const isChosen = from_tier !== '' && to_tier !== ''
  const money = useMoney()
  const columns: Column<Row>[] = [
    {
      head: 'Seller',
      cell: ({ seller_code, period }) => (
        <SellerLink code={seller_code} query={`?period=${period}`} class="" />
      ),
    },
    { head: 'Month', cell: ({ period }) => month(period) },
    { head: 'Before', cell: ({ total_before }) => score(total_before), numeric: true },
    { head: 'After', cell: ({ total_after }) => score(total_after), numeric: true },
    {
      head: 'Change',
      cell: ({ delta, untouched }) => (untouched ? UNTOUCHED[untouched] : <Delta value={delta} />),
      numeric: true,
    },
    {
      head: 'Surcharges',
      cell: ({ surcharges_before, surcharges_after }) =>
        `${money(surcharges_before)} → ${money(surcharges_after)}`,
      numeric: true,
      wide: true,
    },
  ]
  if (!isChosen) return null
  const title = `Sellers from ${from_tier} to ${to_tier}`
  return (
    <RecordList
      title={title}
      path={PATH}
      request={{ path: { id }, query: { from_tier, to_tier } }}
      height="8rem"
      caption="Totals before and after"
      columns={columns}
      keyOf={({ seller_code, period }) => `${seller_code} ${period}`}
    />
  )
}
