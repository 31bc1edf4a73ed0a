import type { Page } from '../routes.ts'

export const adminPages: Page[] = [
  {
    path: '/people',
    load: () => import('../screens/people/people.tsx'),
    permissions: ['users.read'],
    menu: { section: 'admin', label: 'People', icon: 'people', key: 'y' },
  },
  {
    path: '/keys',
    load: () => import('../screens/keys/keys.tsx'),
    permissions: ['api-keys.read'],
  },
  {
    path: '/employees',
    load: () => import('../screens/employees/employees.tsx'),
    permissions: ['employees.read'],
  },
  {
    path: '/warehouses',
    load: () => import('../screens/warehouses/warehouses.tsx'),
    permissions: ['warehouses.read'],
    menu: { section: 'admin', label: 'Warehouses', icon: 'warehouse' },
  },
  {
    path: '/audit',
    load: () => import('../screens/audit/audit.tsx'),
    permissions: ['audit.read'],
    menu: { section: 'admin', label: 'Audit', icon: 'audit', key: 'l' },
  },
  { path: '/me', load: () => import('../screens/me/me.tsx') },
]
