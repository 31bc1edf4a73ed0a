import { useState } from 'preact/hooks'
import { month, score } from '../../../logic/format.ts'
import { oneOf } from '../../../logic/url-state.ts'
import { Delta } from '../../../parts/badges.tsx'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { SelectField } from '../../../parts/field.tsx'
import { Link } from '../../../parts/link.tsx'
import { Empty } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import type { BacktestResult } from '../../rules/drafts/draft-reads.ts'
import { ProposePanel } from './propose-panel.tsx'
import { words } from './words.ts'

type Movers = NonNullable<BacktestResult['movers']>
type Row = Movers['up'][number]

/** The scores that late facts would move the most, one way or the other, and which are proposed as appeals. */
export function DriftSellers({ id, movers }: { id: number; movers: Movers }) {
  const [{ moved }, change] = useUrlState({ moved: oneOf(['down'], '') })
  const mayPropose = useMe().may('scores.write')
  const [chosen, choose] = useState(new Set<string | number>())
  const rows = moved === 'down' ? movers.down : movers.up
  const codes = [
    ...new Set(rows.filter((row) => chosen.has(keyOf(row))).map(({ seller_code }) => seller_code)),
  ]
  return (
    <>
      {mayPropose && <ProposePanel id={id} codes={codes} />}
      <search class="filters">
        <SelectField
          label={words.moved}
          value={moved}
          onValue={(value) => {
            choose(new Set())
            change({ moved: value as typeof moved })
          }}
          options={[
            ['', words.up],
            ['down', words.down],
          ]}
        />
      </search>
      <Panel
        title={words.sellers}
        class="flush"
        source={{ path: '/api/backtests/{id}/sellers', request: { path: { id } }, csv: true }}
      >
        <DataTable
          caption={words.sellers}
          rows={rows}
          columns={COLUMNS}
          keyOf={keyOf}
          selection={mayPropose ? { chosen, onChange: choose, nameOf } : undefined}
          empty={<Empty title={words.nobody} />}
        />
      </Panel>
    </>
  )
}

const keyOf = ({ seller_code, period }: Row) => `${period} ${seller_code}`
const nameOf = ({ seller_code, period }: Row) => words.appeal(seller_code, month(period))

const COLUMNS: Column<Row>[] = [
  {
    key: 'seller',
    head: words.seller,
    cell: ({ seller_code, period }) => (
      <Link to={`/sellers/${encodeURIComponent(seller_code)}?period=${period}`} class="mono">
        {seller_code}
      </Link>
    ),
  },
  { key: 'month', head: words.month, cell: ({ period }) => month(period) },
  { key: 'before', head: words.before, numeric: true, cell: ({ total_before }) => score(total_before) },
  { key: 'after', head: words.after, numeric: true, cell: ({ total_after }) => score(total_after) },
  { key: 'change', head: words.change, numeric: true, cell: ({ delta }) => <Delta value={delta} /> },
]
