import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../api/types.ts'
import { canChange, SURCHARGE_LIMIT } from '../../logic/surcharge-sums.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Menu } from '../../parts/menu.tsx'
import { Pager } from '../../parts/pager.tsx'
import { common } from '../../words/common.ts'
import { type Action, ChangeDialog } from './change-dialog.tsx'
import { COLUMNS, type Surcharge } from './columns.tsx'
import { words } from './words.ts'

interface Props {
  answer: Answer<'GET', '/api/surcharges'>
  page: number
  /** The selection ends when this changes. */
  resetOn: string
  onPage: (page: number) => void
  empty: preact.ComponentChildren
}

/** The rows, with what can be done to one or to those that are selected. */
export function SurchargeTable({ answer, page, resetOn, onPage, empty }: Props) {
  const go = useGo()
  const mayChange = useMe().may('surcharges.write')
  const [chosen, choose] = useState(new Set<string | number>())
  const [asked, ask] = useState<{ action: Action; rows: Surcharge[] } | null>(null)
  const rows = answer.data
  const selected = rows.filter(({ id }) => chosen.has(id))
  useEffect(() => choose(new Set()), [resetOn])
  const open = ({ seller_code }: Surcharge) =>
    go(`/sellers/${encodeURIComponent(seller_code)}?tab=surcharges`)
  const menu = {
    key: 'menu',
    head: words.actions,
    cell: (row: Surcharge) => (
      <Menu
        label={words.actionsOf(row.seller_code)}
        items={[
          { label: words.openSeller, onChoose: () => open(row) },
          ...(['apply', 'waive'] as const)
            .filter((action) => canChange(action, row.status))
            .map((action) => ({
              label: words[action],
              onChoose: () => ask({ action, rows: [row] }),
            })),
        ]}
      />
    ),
  }
  return (
    <>
      {selected.length > 0 && (
        <div class="selection-bar" role="toolbar" aria-label={common.selected(selected.length)}>
          <strong class="tabular">{common.selected(selected.length)}</strong>
          {(['apply', 'waive'] as const).map((action) => (
            <button
              key={action}
              type="button"
              class="button small"
              onClick={() => ask({ action, rows: selected })}
            >
              {words[action]}
            </button>
          ))}
          <button type="button" class="button small" onClick={() => choose(new Set())}>
            {words.clear}
          </button>
        </div>
      )}
      <DataTable
        caption={words.list}
        columns={mayChange ? [...COLUMNS, menu] : COLUMNS}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={open}
        selection={
          mayChange
            ? { chosen, onChange: choose, nameOf: ({ seller_code, id }) => `${seller_code} ${id}` }
            : undefined
        }
        empty={empty}
        foot={<Pager page={page} limit={SURCHARGE_LIMIT} total={answer.total} onPage={onPage} />}
      />
      {asked && (
        <ChangeDialog
          {...asked}
          onClose={(isDone) => {
            ask(null)
            if (isDone) choose(new Set())
          }}
        />
      )}
    </>
  )
}
