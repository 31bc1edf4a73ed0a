import type { Page } from '../routes.ts'

export const feedPages: Page[] = [
  {
    path: '/feeds',
    load: () => import('../screens/feeds/feeds.tsx'),
    permissions: ['sync.read'],
    menu: { section: 'setup', label: 'Feeds', icon: 'feeds', key: 'f' },
  },
  {
    path: '/feeds/rejections',
    load: () => import('../screens/feeds/rejections.tsx'),
    permissions: ['sync.read'],
  },
  {
    path: '/feeds/:feed',
    load: () => import('../screens/feeds/feed.tsx'),
    permissions: ['sync.read'],
  },
]
