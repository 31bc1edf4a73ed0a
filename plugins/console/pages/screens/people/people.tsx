import { useState } from 'preact/hooks'
import { useRead } from '../../api/queries.ts'
import { number, oneOf, text } from '../../logic/url-state.ts'
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
import { ROLES, roleName } from '../../words/roles.ts'
import { AdminTabs } from '../admin/admin-tabs.tsx'
import { words as admin } from '../admin/words.ts'
import type { Account, Role } from './account.ts'
import { AccountTable } from './account-table.tsx'
import { EditAccount } from './edit-account.tsx'
import { NewAccount } from './new-account.tsx'
import { words } from './words.ts'

const LIMIT = 50
const STATE = {
  q: text(),
  role: oneOf(ROLES as Role[], ''),
  state: oneOf(['active', 'inactive'], ''),
  open: number(),
  page: number(1),
}

/** Who may sign in, in which role. The account that `open` names is being edited. */
export default function People() {
  const { may } = useMe()
  const [values, change] = useUrlState(STATE)
  const [creating, create] = useState(false)
  const query = {
    search: values.q.trim() || undefined,
    role: values.role || undefined,
    is_active: values.state ? values.state === 'active' : undefined,
    page: values.page,
    limit: LIMIT,
  }
  const list = useRead('/api/users', { query }, { keep: true })
  const narrow = (part: Partial<typeof values>) => change({ ...part, page: 1 }, { replace: 'q' in part })
  const isNarrowed = Boolean(values.q || values.role || values.state)
  const clear = () => narrow({ q: '', role: '', state: '' })
  const open = (account: Account) => change({ open: account.id })
  return (
    <Page
      title={words.title}
      actions={
        may('users.write') && (
          <button type="button" class="button primary" onClick={() => create(true)}>
            <Icon name="plus" />
            {words.newAccount}
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
        <SelectField
          label={words.role}
          value={values.role}
          onValue={(role) => narrow({ role: role as Role })}
          options={[['', admin.all], ...ROLES.map((one): [string, string] => [one, roleName(one)])]}
        />
        <SelectField
          label={admin.state}
          value={values.state}
          onValue={(state) => narrow({ state: state as typeof values.state })}
          options={[
            ['', admin.all],
            ['active', admin.active],
            ['inactive', admin.inactive],
          ]}
        />
      </search>
      <Panel class="flush" title={words.list} source={{ path: '/api/users', request: { query }, csv: true }}>
        <Loaded of={list} height="32rem">
          {({ data, total }) => (
            <AccountTable
              rows={data}
              onEdit={open}
              empty={
                isNarrowed ? (
                  <Empty title={common.noneOfThese}>
                    <button type="button" class="button small" onClick={clear}>
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
      {creating && <NewAccount onClose={() => create(false)} />}
      {values.open && (
        <EditAccount key={values.open} id={values.open} onClose={() => change({ open: undefined })} />
      )}
    </Page>
  )
}
