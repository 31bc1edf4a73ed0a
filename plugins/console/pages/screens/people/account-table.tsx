import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Badge } from '../../parts/badges.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Link, useGo } from '../../parts/link.tsx'
import { useMe } from '../../parts/me.ts'
import { Menu } from '../../parts/menu.tsx'
import { roleName } from '../../words/roles.ts'
import { StateBadge } from '../admin/state-badge.tsx'
import { words as admin } from '../admin/words.ts'
import type { Account } from './account.ts'
import { DeactivateAccount, EraseAccount } from './end-account.tsx'
import { ResetPassword } from './reset-password.tsx'
import { Scope } from './scope.tsx'
import { useAccountActive } from './use-account-active.ts'
import { words } from './words.ts'

interface Props {
  rows: Account[]
  onEdit: (account: Account) => void
  empty: ComponentChildren
  foot: ComponentChildren
}

type Asked = { what: 'reset' | 'deactivate' | 'erase'; account: Account; keys?: number }

/** The accounts, with what can be done to one. */
export function AccountTable({ rows, onEdit, ...rest }: Props) {
  const { may, user } = useMe()
  const [asked, ask] = useState<Asked | null>(null)
  const mayChange = may('users.write')
  const { setActive, keysOf } = useAccountActive()
  const go = useGo()
  const close = () => ask(null)

  async function deactivate(account: Account) {
    const keys = await keysOf(account)
    if (keys > 0) ask({ what: 'deactivate', account, keys })
    else setActive(account.id, account.username, false)
  }
  const itemsOf = (account: Account) => [
    ...(mayChange ? [{ label: admin.edit, onChoose: () => onEdit(account) }] : []),
    ...(mayChange && account.is_active
      ? [{ label: words.reset, onChoose: () => ask({ what: 'reset', account }) }]
      : []),
    ...(may('audit.read')
      ? [{ label: admin.audit, onChoose: () => go(`/audit?entity=user&id=${account.id}`) }]
      : []),
    ...(mayChange && account.id !== user.id
      ? [
          account.is_active
            ? { label: admin.deactivate, onChoose: () => deactivate(account) }
            : {
                label: admin.activate,
                onChoose: () => setActive(account.id, account.username, true),
              },
          { label: admin.erase, onChoose: () => ask({ what: 'erase', account }) },
        ]
      : []),
  ]
  return (
    <>
      <DataTable<Account>
        caption={words.caption}
        columns={[
          {
            key: 'person',
            head: words.person,
            cell: (account) => <Person account={account} isMe={account.id === user.id} />,
          },
          { key: 'role', head: words.role, cell: ({ role }) => <span class="wraps">{roleName(role)}</span> },
          { key: 'scope', head: words.scope, wide: true, cell: (account) => <Scope {...account} /> },
          {
            key: 'email',
            head: words.email,
            wide: true,
            cell: ({ email }) => <span class="wraps">{email}</span>,
          },
          {
            key: 'state',
            head: admin.state,
            wide: true,
            cell: ({ is_active }) => <StateBadge isActive={is_active} />,
          },
          {
            key: 'menu',
            head: admin.actions,
            cell: (account) => <Menu label={admin.actionsOf(account.username)} items={itemsOf(account)} />,
          },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={mayChange ? onEdit : undefined}
        {...rest}
      />
      {asked?.what === 'reset' && <ResetPassword account={asked.account} onClose={close} />}
      {asked?.what === 'erase' && <EraseAccount account={asked.account} onClose={close} />}
      {asked?.what === 'deactivate' && (
        <DeactivateAccount account={asked.account} keys={asked.keys ?? 0} onClose={close} />
      )}
    </>
  )
}

const Person = ({ account, isMe }: { account: Account; isMe: boolean }) => (
  <span class="person-cell">
    <span class="row">
      <Link to={`/people?open=${account.id}`}>{account.username}</Link>
      {isMe && <Badge tone="info">{words.you}</Badge>}
    </span>
    <span class="faint wraps" dir="auto">
      {account.full_name}
    </span>
  </span>
)
