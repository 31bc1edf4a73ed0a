import { useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import { number, text } from '../../logic/url-state.ts'
import { useWarehouses } from '../../parts/choices.ts'
import { SelectField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { common } from '../../words/common.ts'
import { AdminTabs } from '../admin/admin-tabs.tsx'
import { words as admin } from '../admin/words.ts'
import { EditEmployee, NewEmployee } from './employee-dialogs.tsx'
import { EmployeeTable } from './employee-table.tsx'
import { words } from './words.ts'

const LIMIT = 50
const STATE = { q: text(), warehouse: number(), open: number(), page: number(1) }

/** The people of the operator. The one that `open` names is being edited. */
export default function Employees() {
  const { may } = useMe()
  const [values, change] = useUrlState(STATE)
  const [creating, create] = useState(false)
  const warehouses = useWarehouses()
  const query = {
    search: values.q.trim() || undefined,
    warehouse_id: values.warehouse,
    page: values.page,
    limit: LIMIT,
  }
  const list = useRead('/api/employees', { query }, { keep: true })
  const narrow = (part: Partial<typeof values>) => change({ ...part, page: 1 }, { replace: 'q' in part })
  const mayChange = may('employees.write')
  return (
    <Page
      title={words.title}
      actions={
        mayChange && (
          <button type="button" class="button primary" onClick={() => create(true)}>
            <Icon name="plus" />
            {words.new}
          </button>
        )
      }
    >
      <AdminTabs />
      <search class="filters">
        <SearchField
          label={admin.search}
          placeholder={words.searchHint}
          value={values.q}
          onValue={(q) => narrow({ q })}
        />
        {warehouses && (
          <SelectField
            label={words.warehouse}
            value={String(values.warehouse ?? '')}
            onValue={(id) => narrow({ warehouse: Number(id) || undefined })}
            options={warehouses}
          />
        )}
      </search>
      <Panel
        class="flush"
        title={words.title}
        source={{ path: '/api/employees', request: { query }, csv: true }}
      >
        <Loaded of={list} height="32rem">
          {({ data, total }) => (
            <EmployeeTable
              rows={data}
              onEdit={mayChange ? ({ id }) => change({ open: id }) : undefined}
              empty={
                values.q || values.warehouse ? (
                  <Empty title={common.noneOfThese}>
                    <button
                      type="button"
                      class="button small"
                      onClick={() => narrow({ q: '', warehouse: undefined })}
                    >
                      {common.clearFilters}
                    </button>
                  </Empty>
                ) : (
                  <Empty title={words.none}>{words.noneText}</Empty>
                )
              }
              foot={
                <Pager page={values.page} limit={LIMIT} total={total} onPage={(page) => change({ page })} />
              }
            />
          )}
        </Loaded>
      </Panel>
      {creating && <NewEmployee onClose={() => create(false)} />}
      {values.open && mayChange && (
        <EditEmployee key={values.open} id={values.open} onClose={() => change({ open: undefined })} />
      )}
    </Page>
  )
}
