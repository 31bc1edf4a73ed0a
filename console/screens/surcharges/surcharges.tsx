import { useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import { month } from '../../logic/format.ts'
import { canChange, SURCHARGE_LIMIT, SURCHARGE_LIST } from '../../logic/surcharge-sums.ts'
import { Checkbox } from '../../parts/forms/checkbox.tsx'
import { SearchField } from '../../parts/forms/search-field.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { useMe, usePeriod } from '../../parts/me.ts'
import { Menu } from '../../parts/menu.tsx'
import { Page } from '../../parts/page.tsx'
import { RecordList } from '../../parts/record-list.tsx'
import { SelectionBar, useSelection } from '../../parts/selection.tsx'
import { sellerPath } from '../../parts/seller-link.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { type Action, ChangeDialog } from './change-dialog.tsx'
import { COLUMNS, type Surcharge, words } from './columns.tsx'
import { SumTiles } from './sum-tiles.tsx'

const ACTIONS = ['apply', 'waive'] as const

/** The surcharges of a month, what they come to, and what becomes of them. */
export default function Surcharges() {
  const [values, change] = useUrlState(SURCHARGE_LIST)
  const period = usePeriod()
  const { may } = useMe()
  const go = useGo()
  const [asked, ask] = useState<{ action: Action; rows: Surcharge[] } | null>(null)
  const { status, seller, months, page } = values
  const inMonth = months === 'all' ? undefined : period
  const where = { seller_code: seller.trim() || undefined, period: inMonth }
  const request = { query: { ...where, status: status || undefined, page, limit: SURCHARGE_LIMIT } }
  const { data } = useRead('/api/surcharges', request, { keep: true })
  const { chosen, choose, selected } = useSelection(data?.data ?? [], JSON.stringify([values, period]))
  const open = ({ seller_code }: Surcharge) => go(sellerPath(seller_code, '?tab=surcharges'))
  const itemsOf = (row: Surcharge) => [
    { label: 'Open the seller', onChoose: () => open(row) },
    ...ACTIONS.filter((action) => canChange(action, row.status)).map((action) => ({
      label: words[action],
      asks: true,
      onChoose: () => ask({ action, rows: [row] }),
    })),
  ]
  return (
    <Page
      title="Surcharges"
      above={inMonth ? month(inMonth) : undefined}
      actions={
        may('surcharges.write') && (
          <Link to="/surcharges/evaluate" class="button primary">
            Evaluate the rules
          </Link>
        )
      }
    >
      <SumTiles query={where} chosen={status} onChoose={(status) => change({ status, page: 1 })} />
      <RecordList
        title="Surcharges"
        aside={
          <Checkbox
            checked={months !== 'all'}
            onValue={(checked) => change({ months: checked ? '' : 'all', page: 1 })}
          >
            Only this month
          </Checkbox>
        }
        path="/api/surcharges"
        request={request}
        height="30rem"
        columns={[
          ...COLUMNS,
          may('surcharges.write') && {
            head: 'Actions',
            cell: (row) => (
              <Menu label={`Actions on the surcharge of ${row.seller_code}`} items={itemsOf(row)} />
            ),
          },
        ]}
        keyOf={({ id }) => id}
        onOpen={open}
        selection={
          may('surcharges.write')
            ? { chosen, onChange: choose, nameOf: ({ seller_code, id }) => `${seller_code} ${id}` }
            : undefined
        }
        none={status || seller ? 'No surcharge fits these filters.' : 'No surcharge here'}
        hint={
          !(status || seller) &&
          'The rules make them from the scores of a month: evaluate the rules once it is calculated.'
        }
      >
        <div class="panel-filters">
          <SearchField
            label="Seller"
            placeholder="Code, such as S-1018"
            maxLength={100}
            value={seller}
            onValue={(seller) => change({ seller, page: 1 }, { replace: true })}
          />
        </div>
        {selected.length > 0 && (
          <SelectionBar
            count={selected.length}
            actions={ACTIONS.map((action) => [words[action], () => ask({ action, rows: selected })])}
            onClear={() => choose(new Set())}
          />
        )}
      </RecordList>
      {asked && (
        <ChangeDialog
          {...asked}
          onClose={(isDone) => {
            ask(null)
            if (isDone) choose(new Set())
          }}
        />
      )}
    </Page>
  )
}
