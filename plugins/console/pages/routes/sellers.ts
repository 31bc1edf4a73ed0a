import type { Page } from '../routes.ts'

export const sellerPages: Page[] = [
  {
    path: '/sellers',
    load: () => import('../screens/sellers/sellers.tsx'),
    permissions: ['sellers.read'],
    menu: { section: 'sellers', label: 'Sellers', icon: 'sellers', key: 'e' },
  },
  {
    path: '/sellers/:code',
    load: () => import('../screens/seller/seller.tsx'),
    permissions: ['seller-scores.read', 'sellers.read'],
    menu: {
      section: 'month',
      label: 'My score',
      icon: 'scores',
      key: 's',
      to: ({ user }) => (user.seller_code ? `/sellers/${encodeURIComponent(user.seller_code)}` : undefined),
    },
  },
  {
    path: '/sellers/:code/:period/:metric',
    load: () => import('../screens/metric/metric.tsx'),
    permissions: ['seller-scores.read'],
  },
]
