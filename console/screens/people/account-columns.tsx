import { useEffect, useState } from 'preact/hooks'
import { send } from '../../api/client.ts'
import { useSend } from '../../api/queries.ts'
import type { Model } from '../../api/types.ts'
import { moment, plural } from '../../logic/format.ts'
import { Badge } from '../../parts/badges.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { ConfirmSend } from '../../parts/forms/confirm.tsx'
import { Dialog } from '../../parts/forms/dialog.tsx'
import { useActive } from '../../parts/forms/record-dialog.tsx'
import { Secret } from '../../parts/forms/secret-once.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { Waiting } from '../../parts/loaded.tsx'
import { useMe } from '../../parts/me.ts'
import { Menu } from '../../parts/menu.tsx'
import { Problem } from '../../parts/problem.tsx'
import { sellerPath } from '../../parts/seller-link.tsx'
import { Text } from '../../parts/text.tsx'
import { roleName } from '../../words/roles.ts'
import { EraseDialog } from '../admin/erase-dialog.tsx'
import { StateBadge } from '../admin/record-page.tsx'
import { ACCOUNTS, type Account } from './account.ts'

type Asked = { what: 'reset' | 'deactivate' | 'erase'; account: Account; keys?: number }

/** The columns of the accounts, and the dialogs of what can be done to one. */
export function useAccountColumns(edit: (account: Account) => void) {
  const { may, user } = useMe()
  const [asked, ask] = useState<Asked | null>(null)
  const mayChange = may('users.write')
  const setActive = useActive(ACCOUNTS)
  const go = useGo()
  const close = () => ask(null)
  const mayEnd = ({ id }: Account) => mayChange && id !== user.id

  async function deactivate(account: Account) {
    const keys = await keysOf(account)
    if (keys > 0) ask({ what: 'deactivate', account, keys })
    else setActive(account)
  }
  const itemsOf = (account: Account) => [
    mayChange && { label: 'Edit', asks: true, onChoose: () => edit(account) },
    mayChange &&
      account.is_active && {
        label: 'Reset the password',
        asks: true,
        onChoose: () => ask({ what: 'reset', account }),
      },
    may('audit.read') && {
      label: 'Who changed what',
      onChoose: () => go(`/audit?entity=user&id=${account.id}`),
    },
    mayEnd(account) && {
      label: account.is_active ? 'Deactivate' : 'Activate',
      onChoose: () => (account.is_active ? deactivate(account) : setActive(account)),
    },
    mayEnd(account) && {
      label: 'Erase the person',
      asks: true,
      onChoose: () => ask({ what: 'erase', account }),
    },
  ]
  const columns: Column<Account>[] = [
    { head: 'Person', cell: (account) => <Person account={account} isMe={account.id === user.id} /> },
    { head: 'Role', cell: ({ role }) => <span class="wraps">{roleName(role)}</span> },
    { head: 'Sees', wide: true, cell: (account) => <Scope {...account} /> },
    { head: 'E-mail', wide: true, cell: ({ email }) => <span class="wraps">{email}</span> },
    { head: 'State', wide: true, cell: ({ is_active }) => <StateBadge isActive={is_active} /> },
    {
      head: 'Actions',
      cell: (account) => <Menu label={`Actions for ${account.username}`} items={itemsOf(account)} />,
    },
  ]
  const dialogs = asked && (
    <>
      {asked.what === 'reset' && <ResetPassword account={asked.account} onClose={close} />}
      {asked.what === 'deactivate' && (
        <DeactivateAccount account={asked.account} keys={asked.keys ?? 0} onClose={close} />
      )}
      {asked.what === 'erase' && (
        <EraseDialog
          path="/api/users/{id}/erase"
          id={asked.account.id}
          name={asked.account.username}
          typed={asked.account.username}
          said={`${asked.account.username} is erased.`}
          changes={ACCOUNTS.changes}
          onClose={close}
        >
          For good: the name, e-mail address and password go, with all sessions and API keys. What the person
          did stays in the books, under a number.
        </EraseDialog>
      )}
    </>
  )
  return { columns, dialogs }
}

const Person = ({ account, isMe }: { account: Account; isMe: boolean }) => (
  <span class="person-cell">
    <span class="row">
      <Link to={`/people?open=${account.id}`} aria-haspopup="dialog">
        {account.username}
      </Link>
      {isMe && <Badge tone="info">You</Badge>}
    </span>
    <Text class="faint wraps">{account.full_name}</Text>
  </span>
)

/** The part of the sellers that an account sees, as a link to it. */
function Scope({ role, am_id, am_name, warehouse_id, warehouse_name, seller_code }: Account) {
  if (role === 'am') return am_id ? <To path={`/portfolios/${am_id}`}>{am_name}</To> : <Nothing />
  if (role === 'warehouse')
    return warehouse_id ? <To path={`/sellers?warehouse=${warehouse_id}`}>{warehouse_name}</To> : <Nothing />
  if (role === 'seller')
    return seller_code ? <To path={sellerPath(seller_code)}>{seller_code}</To> : <Nothing />
  return <span class="faint">Everything</span>
}

const To = ({ path, children }: { path: string; children: preact.ComponentChildren }) => (
  <Link to={path} class="wraps" dir="auto">
    {children}
  </Link>
)

const Nothing = () => <span class="faint">Nothing yet</span>

/** Makes a link with which a person sets a new password. Its secret is behind the #, which no server is sent. */
function ResetPassword({ account, onClose }: { account: Account; onClose: () => void }) {
  const { time_zone } = useMe()
  const make = useSend('POST', '/api/users/{id}/password-reset', { changes: ['/api/audit'] })
  const begin = () => make.mutate({ path: { id: account.id } })
  useEffect(begin, [])
  const { data, error } = make
  return (
    <Dialog title="A link to set a new password" open onClose={data ? undefined : onClose}>
      {data ? (
        <Secret
          label="Link"
          secret={`${location.origin}/console/reset#${data.token}`}
          note={`Hand it to ${account.username}, who sets a new password with it until ${moment(data.expires_at, time_zone)}. Until then the old password stays good.`}
          onClose={onClose}
        />
      ) : error ? (
        <Problem error={error} onRetry={begin} />
      ) : (
        <Waiting />
      )}
    </Dialog>
  )
}

interface Props {
  account: Account
  keys: number
  onClose: () => void
}

/** Asks before an account ends whose API keys would not come back. */
const DeactivateAccount = ({ account: { id, username }, keys, onClose }: Props) => (
  <ConfirmSend
    method="PATCH"
    path="/api/users/{id}"
    request={{ path: { id }, body: { is_active: false } }}
    changes={ACCOUNTS.changes}
    said={`${username} is deactivated.`}
    title={`Deactivate ${username}?`}
    action="Deactivate"
    danger
    onClose={onClose}
  >
    <p>
      {username} can’t sign in any more, and {plural(keys, 'API key is', 'API keys are')} revoked for good:
      activating the account again does not bring them back.
    </p>
  </ConfirmSend>
)

/** How many API keys of an account are good now: its end would revoke them for good. Without an answer none. */
async function keysOf({ id }: Account): Promise<number> {
  const keys = await send('GET', '/api/auth/api-keys', { query: { limit: 500 } }).catch(() => undefined)
  const isGood = ({ user_id, revoked_at, expires_at }: Model<'ApiKey'>) =>
    user_id === id && !revoked_at && !(expires_at && new Date(expires_at) < new Date())
  return keys?.data.filter(isGood).length ?? 0
}
