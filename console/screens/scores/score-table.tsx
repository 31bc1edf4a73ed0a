import { useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import { month } from '../../logic/format.ts'
import { isNarrowed, type ScoreList, scoresQuery } from '../../logic/score-list.ts'
import { useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Menu } from '../../parts/menu.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { SelectionBar, useSelection } from '../../parts/selection.tsx'
import { sellerPath } from '../../parts/seller-link.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import type { Action } from './change-scores.ts'
import { SCORE_COLUMNS, type ScoreRow } from './columns.tsx'

interface Props {
  period: string
  values: ScoreList
  change: (part: Partial<ScoreList>) => void
}

/** The scores of the month, with what can be done to one or to those that are selected. */
export function ScoreTable({ period, values, change }: Props) {
  const go = useGo()
  const { may } = useMe()
  const mayChange = may('scores.write')
  const [asked, ask] = useState<{ action: Action; rows: ScoreRow[] } | null>(null)
  const request = { query: scoresQuery(values, period) }
  const { data } = useRead('/api/sos/monthly', request, { keep: true })
  const { sort, ...shown } = values
  const { chosen, choose, selected } = useSelection(data?.data ?? [], JSON.stringify([period, shown]))
  return (
    <>
      <RecordList
        class="scores"
        title={`Scores of ${month(period)}`}
        caption={`Sellers in ${month(period)}`}
        path="/api/sos/monthly"
        request={request}
        height="40rem"
        columns={[
          ...SCORE_COLUMNS,
          mayChange && {
            head: 'Actions',
            wide: true,
            cell: (row) => <RowMenu row={row} onAct={(action) => ask({ action, rows: [row] })} />,
          },
        ]}
        keyOf={({ id }) => id}
        sort={sort}
        onSort={(sort) => change({ sort: sort as ScoreList['sort'], page: 1 })}
        onOpen={({ seller_code }) => go(sellerPath(seller_code))}
        selection={
          mayChange ? { chosen, onChange: choose, nameOf: ({ seller_code }) => seller_code } : undefined
        }
        none={isNarrowed(values) ? 'Nothing fits these filters' : 'No scores yet'}
        hint={
          isNarrowed(values)
            ? 'Choose other filters, or clear them.'
            : may('scores.calculate')
              ? 'Calculate the month: each active seller gets a score from the facts that the feeds have pushed.'
              : 'The month has not been calculated yet.'
        }
      >
        {selected.length > 0 && (
          <SelectionBar
            count={selected.length}
            actions={[
              ['Review', () => ask({ action: 'review', rows: selected })],
              ['Finalize', () => ask({ action: 'finalize', rows: selected })],
            ]}
            onClear={() => choose(new Set())}
          />
        )}
      </RecordList>
      {asked && (
        <ChangeDialog
          {...asked}
          onClose={(left) => {
            ask(null)
            choose(new Set(left.length === asked.rows.length ? chosen : left))
          }}
        />
      )}
    </>
  )
}

function RowMenu({ row, onAct }: { row: ScoreRow; onAct: (action: Action) => void }) {
  const go = useGo()
  const open = row.status !== 'final'
  return (
    <Menu
      label={`Actions for ${row.seller_code}`}
      items={[
        { label: 'Open the seller', onChoose: () => go(sellerPath(row.seller_code)) },
        row.status === 'draft' && { label: 'Put under review', asks: true, onChoose: () => onAct('review') },
        ...(open ? [{ label: 'Finalize', asks: true, onChoose: () => onAct('finalize') }] : []),
      ]}
    />
  )
}
