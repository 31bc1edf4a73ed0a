import { keysOf, number, oneOf, text } from '../../logic/url-state.ts'
import { allOr } from '../../parts/forms/choices.ts'
import { Filters } from '../../parts/forms/filters.tsx'
import { EditDialog, NewDialog } from '../../parts/forms/record-dialog.tsx'
import { useMe } from '../../parts/me.ts'
import { RecordList } from '../../parts/record-list.tsx'
import { useUrlState } from '../../parts/use-url-state.ts'
import { ROLE_NAMES, ROLES } from '../../words/roles.ts'
import { RecordPage } from '../admin/record-page.tsx'
import { ACCOUNTS, type Account, type Role, useAccountFields } from './account.ts'
import { useAccountColumns } from './account-columns.tsx'

const STATES = { active: 'Active', inactive: 'Deactivated' }
const STATE = {
  q: text(),
  role: oneOf(ROLES as Role[], ''),
  state: oneOf(keysOf(STATES), ''),
  open: number(),
  page: number(1),
}

/** Who may sign in, in which role. The account that `open` names is being edited. */
export default function People() {
  const { may } = useMe()
  const [values, change] = useUrlState(STATE)
  const { q, role, state, open } = values
  const mayChange = may('users.write')
  const edit = ({ id }: Account) => change({ open: id })
  const { columns, dialogs } = useAccountColumns(edit)
  return (
    <RecordPage
      title="People"
      newTitle={mayChange ? 'New account' : undefined}
      newDialog={(close) => <NewAccount onClose={close} />}
    >
      <Filters
        values={values}
        change={change}
        fields={[
          { name: 'q', label: 'Search', placeholder: 'Name or e-mail' },
          { name: 'role', label: 'Role', options: allOr(ROLE_NAMES) },
          { name: 'state', label: 'State', options: allOr(STATES) },
        ]}
      />
      <RecordList
        title="Accounts"
        caption="All accounts, each with its role"
        path="/api/users"
        request={{
          query: {
            search: q.trim() || undefined,
            role: role || undefined,
            is_active: state ? state === 'active' : undefined,
          },
        }}
        height="32rem"
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={mayChange ? edit : undefined}
        onClear={
          q || role || state
            ? () => change({ q: '', role: '', state: '', page: 1 }, { replace: true })
            : undefined
        }
        none="No accounts yet"
        hint="An account lets a person sign in, in one role."
      />
      {dialogs}
      {open && <EditAccount key={open} id={open} onClose={() => change({ open: undefined })} />}
    </RecordPage>
  )
}

/** Its role is the one that may do least until another one is chosen. */
const NewAccount = ({ onClose }: { onClose: () => void }) => (
  <NewDialog
    {...ACCOUNTS}
    title="New account"
    fields={useAccountFields(true)}
    first={{ role: 'viewer' }}
    onClose={onClose}
  />
)

const EditAccount = ({ id, onClose }: { id: number; onClose: () => void }) => (
  <EditDialog {...ACCOUNTS} id={id} fields={useAccountFields(false)} onClose={onClose} />
)
