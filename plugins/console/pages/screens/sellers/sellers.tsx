import { useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import { number, oneOf, text } from '../../logic/url-state.ts'
import { SelectField } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useGo } from '../../parts/link.tsx'
import { Empty, Loaded } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { common } from '../../words/common.ts'
import { NewSeller } from './new-seller.tsx'
import { SellerTable } from './seller-table.tsx'
import { words } from './words.ts'

const LIMIT = 50
const STATES = ['active', 'suspended', 'terminated'] as const

/** All sellers, whatever their state. */
export default function Sellers() {
  const { may } = useMe()
  const go = useGo()
  const [creating, create] = useState(false)
  const [state, change] = useUrlState({
    search: text(),
    status: oneOf(STATES, ''),
    warehouse: number(),
    am: number(),
    page: number(1),
  })
  const query = {
    status: state.status || ('all' as const),
    search: state.search.trim() || undefined,
    warehouse_id: state.warehouse,
    am_id: state.am,
    page: state.page,
    limit: LIMIT,
  }
  const list = useRead('/api/sellers', { query }, { keep: true })
  const warehouses = useRead(
    '/api/warehouses',
    { query: { limit: 500 } },
    { enabled: may('warehouses.read') },
  )
  const managers = useRead(
    '/api/sellers/am/list',
    { query: { limit: 500 } },
    { enabled: may('account-managers.read') },
  )
  const filter = (part: Partial<typeof state>) => change({ ...part, page: 1 }, { replace: 'search' in part })
  const isFiltered = Boolean(state.search || state.status || state.warehouse || state.am)
  return (
    <Page
      title={words.title}
      actions={
        may('sellers.write') && (
          <button type="button" class="button primary" onClick={() => create(true)}>
            <Icon name="plus" />
            {words.newSeller}
          </button>
        )
      }
    >
      <div class="filters">
        <SearchField
          label={words.searchLabel}
          placeholder={words.searchHint}
          value={state.search}
          onValue={(search) => filter({ search })}
        />
        <SelectField
          label={words.state}
          value={state.status}
          onValue={(status) => filter({ status: status as typeof state.status })}
          options={[['', words.all], ...STATES.map((one): [string, string] => [one, words[one]])]}
        />
        {warehouses.data && (
          <SelectField
            label={words.warehouse}
            value={String(state.warehouse ?? '')}
            onValue={(id) => filter({ warehouse: Number(id) || undefined })}
            options={[
              ['', words.all],
              ...warehouses.data.data.map(({ id, name }): [string, string] => [String(id), name]),
            ]}
          />
        )}
        {managers.data && (
          <SelectField
            label={words.am}
            value={String(state.am ?? '')}
            onValue={(id) => filter({ am: Number(id) || undefined })}
            options={[
              ['', words.all],
              ...managers.data.data.map(({ id, name }): [string, string] => [String(id), name]),
            ]}
          />
        )}
      </div>
      <Panel
        title={words.title}
        class="flush"
        source={{ path: '/api/sellers', request: { query }, csv: true }}
      >
        <Loaded of={list} height="40rem">
          {({ data, total, page }) => (
            <SellerTable
              rows={data}
              onOpen={({ seller_code }) => go(`/sellers/${encodeURIComponent(seller_code)}`)}
              empty={
                isFiltered ? (
                  <Empty title={common.noneOfThese}>
                    <button
                      type="button"
                      class="button small"
                      onClick={() =>
                        change({ search: '', status: '', warehouse: undefined, am: undefined, page: 1 })
                      }
                    >
                      {common.clearFilters}
                    </button>
                  </Empty>
                ) : (
                  <Empty title={words.none}>
                    <p>{words.noneText}</p>
                  </Empty>
                )
              }
              foot={<Pager page={page} limit={LIMIT} total={total} onPage={(page) => change({ page })} />}
            />
          )}
        </Loaded>
      </Panel>
      <NewSeller open={creating} onClose={() => create(false)} />
    </Page>
  )
}
