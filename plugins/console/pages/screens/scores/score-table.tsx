import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../api/types.ts'
import { month } from '../../logic/format.ts'
import { LIMIT, type ScoreList } from '../../logic/score-list.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Menu } from '../../parts/menu.tsx'
import { Pager } from '../../parts/pager.tsx'
import type { Action } from './change-scores.ts'
import { SCORE_COLUMNS, type ScoreRow } from './columns.tsx'
import { ChangeDialog } from './parts-later.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { words } from './words.ts'

interface Props {
  period: string
  values: ScoreList
  answer: Answer<'GET', '/api/sos/monthly'>
  onChange: (part: Partial<ScoreList>) => void
  empty: preact.ComponentChildren
}

/** The rows of the list, with what can be done to one or to those that are selected. */
export function ScoreTable({ period, values, answer, onChange, empty }: Props) {
  const go = useGo()
  const mayChange = useMe().may('scores.write')
  const [chosen, choose] = useState(new Set<string | number>())
  const [asked, ask] = useState<{ action: Action; rows: ScoreRow[] } | null>(null)
  const rows = answer.data
  const selected = rows.filter(({ id }) => chosen.has(id))
  const { page: _, sort: __, ...narrowing } = values
  useEffect(() => choose(new Set()), [period, values.page, JSON.stringify(narrowing)])
  const menu = {
    key: 'menu',
    head: words.actions,
    wide: true,
    cell: (row: ScoreRow) => <RowMenu row={row} onAct={(action) => ask({ action, rows: [row] })} />,
  }
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          onAct={(action) => ask({ action, rows: selected })}
          onClear={() => choose(new Set())}
        />
      )}
      <DataTable
        caption={words.rows(month(period))}
        columns={mayChange ? [...SCORE_COLUMNS, menu] : SCORE_COLUMNS}
        rows={rows}
        keyOf={({ id }) => id}
        sort={values.sort}
        onSort={(sort) => onChange({ sort: sort as ScoreList['sort'], page: 1 })}
        onOpen={({ seller_code }) => go(`/sellers/${seller_code}`)}
        selection={
          mayChange ? { chosen, onChange: choose, nameOf: ({ seller_code }) => seller_code } : undefined
        }
        empty={empty}
        foot={
          <Pager
            page={values.page}
            limit={LIMIT}
            total={answer.total}
            onPage={(page) => onChange({ page })}
          />
        }
      />
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
      label={words.actionsOf(row.seller_code)}
      items={[
        { label: words.open, onChoose: () => go(`/sellers/${row.seller_code}`) },
        ...(row.status === 'draft' ? [{ label: words.review, onChoose: () => onAct('review') }] : []),
        ...(open ? [{ label: words.finalize, onChoose: () => onAct('finalize') }] : []),
      ]}
    />
  )
}
