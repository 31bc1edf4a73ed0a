import type { Page } from '../routes.ts'

/** Facts come in, events go out. */
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
  {
    path: '/webhooks',
    load: () => import('../screens/webhooks/webhooks.tsx'),
    permissions: ['webhooks.read'],
    menu: { section: 'setup', label: 'Webhooks', icon: 'webhooks', key: 'w' },
  },
  {
    path: '/webhooks/events',
    load: () => import('../screens/webhooks/events.tsx'),
    permissions: ['events.read'],
  },
  {
    path: '/webhooks/attempts/:id',
    load: () => import('../screens/webhooks/attempt.tsx'),
    permissions: ['webhooks.read'],
  },
  {
    path: '/webhooks/:id',
    load: () => import('../screens/webhooks/webhook.tsx'),
    permissions: ['webhooks.read'],
  },
]
