import { useLocation } from 'preact-iso/router'
import { Link } from '../../parts/link.tsx'
import { type Permission, useMe } from '../../parts/me.ts'
import { words } from './words.ts'

const PAGES: [path: string, label: string, permission: Permission][] = [
  ['/people', words.accounts, 'users.read'],
  ['/keys', words.keys, 'api-keys.read'],
  ['/employees', words.employees, 'employees.read'],
  ['/warehouses', words.warehouses, 'warehouses.read'],
]

/** The pages that belong to people and places, as far as the role sees them. */
export function AdminTabs() {
  const { may } = useMe()
  const { path } = useLocation()
  return (
    <nav class="tabs" aria-label={words.tabs}>
      {PAGES.filter(([, , permission]) => may(permission)).map(([to, label]) => (
        <Link key={to} to={to} aria-current={path === `/console${to}` ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
