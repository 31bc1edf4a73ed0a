import type { Page } from '../routes.ts'
import { loadStyles } from '../styles/load.ts'

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
    path: '/projections',
    load: () => import('../screens/projections/projections.tsx'),
    permissions: ['scores.read'],
    menu: { section: 'sellers', label: 'At risk', icon: 'fall', key: 'k' },
  },
  {
    path: '/verify',
    load: async () => {
      const [page] = await Promise.all([import('../screens/verify/verify.tsx'), loadStyles('ops')]) // its place for a file
      return page
    },
    menu: { section: 'sellers', label: 'Verify', icon: 'certificate', key: 'v' },
  },
  {
    path: '/model',
    load: () => import('../screens/model/model.tsx'),
    permissions: ['model.read'],
    menu: { section: 'setup', label: 'Model audit', icon: 'overview', key: 'm' },
  },
  {
    path: '/sellers/:code/:period/:metric',
    load: () => import('../screens/metric/metric.tsx'),
    permissions: ['seller-scores.read'],
  },
]
