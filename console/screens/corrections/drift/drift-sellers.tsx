import { useState } from 'preact/hooks'
import { month, score } from '../../../logic/format.ts'
import { oneOf } from '../../../logic/url-state.ts'
import { Delta } from '../../../parts/badges.tsx'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { SelectField } from '../../../parts/forms/field.tsx'
import { Empty } from '../../../parts/loaded.tsx'
import { useMe } from '../../../parts/me.ts'
import { Panel } from '../../../parts/panel.tsx'
import { SellerLink } from '../../../parts/seller-link.tsx'
import { useUrlState } from '../../../parts/use-url-state.ts'
import type { BacktestResult } from '../../rules/drafts/draft-reads.ts'
import { ProposePanel } from './propose-panel.tsx'

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
          label="Which way"
          value={moved}
          onValue={(value) => {
            choose(new Set())
            change({ moved: value as typeof moved })
          }}
          options={[
            ['', 'In their favour'],
            ['down', 'Against them'],
          ]}
        />
      </search>
      <Panel
        title="Whose scores differ the most"
        class="flush"
        source={{ path: '/api/backtests/{id}/sellers', request: { path: { id } }, csv: true }}
      >
        <DataTable
          caption="Whose scores differ the most"
          rows={rows}
          columns={COLUMNS}
          keyOf={keyOf}
          selection={mayPropose ? { chosen, onChange: choose, nameOf } : undefined}
          empty={<Empty title="No score differs this way." />}
        />
      </Panel>
    </>
  )
}

const keyOf = ({ seller_code, period }: Row) => `${period} ${seller_code}`
const nameOf = ({ seller_code, period }: Row) => `${seller_code}, ${month(period)}`

const COLUMNS: Column<Row>[] = [
  {
    head: 'Seller',
    cell: ({ seller_code, period }) => <SellerLink code={seller_code} query={`?period=${period}`} />,
  },
  { head: 'Month', cell: ({ period }) => month(period) },
  { head: 'Final', numeric: true, cell: ({ total_before }) => score(total_before) },
  { head: 'With late facts', numeric: true, cell: ({ total_after }) => score(total_after) },
  { head: 'Difference', numeric: true, cell: ({ delta }) => <Delta value={delta} /> },
]
