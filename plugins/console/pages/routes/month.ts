import type { Page } from '../routes.ts'

export const monthPages: Page[] = [
  {
    path: '/',
    load: () => import('../screens/overview/overview.tsx'),
    permissions: ['dashboard.read'],
    menu: { section: 'month', label: 'Overview', icon: 'overview', key: 'o' },
  },
]
