import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { Badge } from '../../parts/badges.tsx'
import { Opener } from '../../parts/button.tsx'
import { Link } from '../../parts/link.tsx'
import { type Permission, useMe } from '../../parts/me.ts'
import { Page } from '../../parts/page.tsx'

interface Props {
  title: string
  /** What the button and the dialog of a new record are called; undefined: may only look. */
  newTitle: string | undefined
  newDialog: (onClose: () => void) => ComponentChildren
  /** The filters and the list. */
  children: ComponentChildren
}

/** A page of people and places: its records, and a way to make one. */
export function RecordPage({ title, newTitle, newDialog, children }: Props) {
  const [creating, create] = useState(false)
  return (
    <Page
      title={title}
      actions={
        newTitle && (
          <Opener class="primary" onClick={() => create(true)} icon="plus">
            {newTitle}
          </Opener>
        )
      }
    >
      <AdminTabs />
      {children}
      {creating && newDialog(() => create(false))}
    </Page>
  )
}

const PAGES: [path: string, label: string, permission: Permission][] = [
  ['/people', 'Accounts', 'users.read'],
  ['/keys', 'API keys', 'api-keys.read'],
  ['/employees', 'Employees', 'employees.read'],
  ['/warehouses', 'Warehouses', 'warehouses.read'],
]

/** The pages that belong to people and places, as far as the role sees them. */
function AdminTabs() {
  const { may } = useMe()
  const { path } = useLocation()
  return (
    <nav class="tabs" aria-label="People and places">
      {PAGES.filter(([, , permission]) => may(permission)).map(([to, label]) => (
        <Link key={to} to={to} aria-current={path === `/console${to}` ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

export const StateBadge = ({ isActive }: { isActive: boolean }) => (
  <Badge tone={isActive ? 'good' : 'plain'}>{isActive ? 'Active' : 'Deactivated'}</Badge>
)
