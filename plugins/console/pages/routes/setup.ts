import type { Page } from '../routes.ts'

export const setupPages: Page[] = [
  {
    path: '/rules',
    load: () => import('../screens/rules/rules.tsx'),
    permissions: ['config.read'],
    menu: { section: 'setup', label: 'Rules', icon: 'rules', key: 'r' },
  },
  {
    path: '/rules/:type/:id',
    load: () => import('../screens/rules/record/record.tsx'),
    permissions: ['config.read'],
  },
]
