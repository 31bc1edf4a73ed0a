import { prefetch } from '../api/queries.ts'
import { SURCHARGE_LIMIT, SURCHARGE_LIST } from '../logic/surcharge-sums.ts'
import { readState } from '../logic/url-state.ts'
import type { Page } from '../routes.ts'

const corrections = () => import('../screens/corrections/pages.ts')

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
  {
    path: '/surcharges',
    load: () => import('../screens/surcharges/surcharges.tsx'),
    permissions: ['surcharges.read'],
    menu: { section: 'month', label: 'Surcharges', icon: 'surcharges', key: 'u' },
    reads: (_, query) => {
      if (!query.period) return
      const { status, seller, months, page } = readState(SURCHARGE_LIST, query)
      prefetch('/api/surcharges', {
        query: {
          seller_code: seller.trim() || undefined,
          period: months === 'all' ? undefined : query.period,
          status: status || undefined,
          page,
          limit: SURCHARGE_LIMIT,
        },
      })
    },
  },
  {
    path: '/surcharges/evaluate',
    load: () => import('../screens/surcharges/evaluate.tsx'),
    permissions: ['surcharges.write'],
  },
  {
    path: '/corrections',
    load: () => corrections().then(({ Corrections }) => ({ default: Corrections })),
    permissions: ['model.read'],
    menu: { section: 'month', label: 'Corrections', icon: 'corrections', key: 'k' },
  },
  {
    path: '/corrections/new',
    load: () => corrections().then(({ NewCorrection }) => ({ default: NewCorrection })),
    permissions: ['scores.write'],
  },
  {
    path: '/corrections/late/:id',
    load: () => corrections().then(({ DriftPage }) => ({ default: DriftPage })),
    permissions: ['model.read'],
  },
  {
    path: '/corrections/:id',
    load: () => corrections().then(({ CorrectionPage }) => ({ default: CorrectionPage })),
    permissions: ['model.read'],
  },
  {
    path: '/campaigns',
    load: () => import('../screens/campaigns/campaigns.tsx'),
    permissions: ['campaigns.read'],
    menu: { section: 'sellers', label: 'Campaigns', icon: 'campaigns', key: 'c' },
  },
  {
    path: '/campaigns/:code',
    load: () => import('../screens/campaigns/campaign.tsx'),
    permissions: ['campaigns.read'],
    reads: ({ code = '' }) => prefetch('/api/campaigns/{id}', { path: { id: code } }),
  },
  {
    path: '/portfolios',
    load: () => import('../screens/portfolios/portfolios.tsx'),
    permissions: ['portfolio.read'],
    menu: { section: 'sellers', label: 'Portfolios', icon: 'portfolios', key: 'p' },
  },
  {
    path: '/portfolios/:am',
    load: () => import('../screens/portfolios/portfolio.tsx'),
    permissions: ['portfolio.read'],
  },
]
