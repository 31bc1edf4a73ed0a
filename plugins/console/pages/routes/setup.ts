import type { Page } from '../routes.ts'

export const setupPages: Page[] = [
  {
    path: '/rules',
    load: () => import('../screens/rules/rules.tsx'),
    permissions: ['config.read'],
    menu: { section: 'setup', label: 'Rules', icon: 'rules', key: 'r' },
  },
  {
    path: '/rules/drafts',
    load: () => import('../screens/rules/drafts/drafts.tsx'),
    permissions: ['config.read'],
  },
  {
    path: '/rules/drafts/:id',
    load: () => import('../screens/rules/drafts/draft.tsx'),
    permissions: ['config.read'],
  },
  {
    path: '/rules/:type',
    load: () => import('../screens/rules/rule-type.tsx'),
    permissions: ['config.read'],
  },
  {
    path: '/rules/:type/new',
    load: () => import('../screens/rules/record/new-record.tsx'),
    permissions: ['config.write', 'drafts.write'],
  },
  {
    path: '/rules/:type/:id',
    load: () => import('../screens/rules/record/record.tsx'),
    permissions: ['config.read'],
  },
]
