import { prefetch } from '../api/queries.ts'
import type { Page } from '../routes.ts'

export const casePages: Page[] = [
  {
    path: '/appeals',
    load: () => import('../screens/appeals/appeals.tsx'),
    permissions: ['appeals.read'],
    menu: { section: 'month', label: 'Appeals', icon: 'appeals', key: 'a' },
  },
  {
    path: '/appeals/new',
    load: () => import('../screens/appeals/new-appeal.tsx'),
    permissions: ['appeals.write'],
  },
  {
    path: '/appeals/:id',
    load: () => import('../screens/appeals/appeal.tsx'),
    permissions: ['appeals.read'],
    reads: ({ id }) => prefetch('/api/appeals/{id}', { path: { id: Number(id) } }),
  },
]
