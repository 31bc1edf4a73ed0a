import { prefetch } from '../api/queries.ts'
import { OVERVIEW, trendRequest } from '../logic/overview-state.ts'
import { SCORE_LIST, scoresQuery } from '../logic/score-list.ts'
import { SURCHARGE_LIMIT, SURCHARGE_LIST } from '../logic/surcharge-sums.ts'
import { readState } from '../logic/url-state.ts'
import { sellerPath } from '../parts/seller-link.tsx'
import { type Area, loadStyles } from '../styles/load.ts'
import { type Page, page } from './page.ts'

/** Every page, in the order of the menu, under the area whose styles it needs beside those of all. */
export const AREAS: [area: Area | undefined, pages: Page[]][] = [
  [
    undefined,
    [
      page('/', 'dashboard.read', () => import('../screens/overview/overview.tsx'), {
        reads: (_, query) => {
          if (query.period && !query.am)
            prefetch('/api/dashboard/trend', trendRequest(query.period, readState(OVERVIEW, query)))
        },
        menu: { section: 'month', label: 'Overview', icon: 'overview', key: 'o' },
      }),
      page('/scores', 'scores.read', () => import('../screens/scores/scores.tsx'), {
        reads: (_, query) => {
          if (!query.period) return
          prefetch('/api/sos/monthly', { query: scoresQuery(readState(SCORE_LIST, query), query.period) })
        },
        menu: { section: 'month', label: 'Scores', icon: 'scores', key: 's' },
      }),
      page('/runs/:id', 'scores.read', () => import('../screens/runs/run.tsx')),
    ],
  ],
  [
    'sellers',
    [
      page('/sellers', 'sellers.read', () => import('../screens/sellers/sellers.tsx'), {
        menu: { section: 'sellers', label: 'Sellers', icon: 'sellers', key: 'e' },
      }),
      page(
        '/sellers/:code',
        ['seller-scores.read', 'sellers.read'],
        () => import('../screens/seller/seller.tsx'),
        {
          menu: {
            section: 'month',
            label: 'My score',
            icon: 'scores',
            key: 's',
            to: ({ user }) => (user.seller_code ? sellerPath(user.seller_code) : undefined),
          },
        },
      ),
      page('/projections', 'scores.read', () => import('../screens/projections/projections.tsx'), {
        menu: { section: 'sellers', label: 'At risk', icon: 'fall', key: 'k' },
      }),
      page(
        '/verify',
        undefined,
        async () => {
          // The styles of its place for a file.
          const [page] = await Promise.all([import('../screens/verify/verify.tsx'), loadStyles('ops')])
          return page
        },
        { menu: { section: 'sellers', label: 'Verify', icon: 'certificate', key: 'v' } },
      ),
      page('/model', 'model.read', () => import('../screens/model/model.tsx'), {
        menu: { section: 'setup', label: 'Model audit', icon: 'overview', key: 'm' },
      }),
      page(
        '/sellers/:code/:period/:metric',
        'seller-scores.read',
        () => import('../screens/metric/metric.tsx'),
      ),
    ],
  ],
  [
    'cases',
    [
      page('/appeals', 'appeals.read', () => import('../screens/appeals/appeals.tsx'), {
        menu: { section: 'month', label: 'Appeals', icon: 'appeals', key: 'a' },
      }),
      page('/appeals/new', 'appeals.write', () => import('../screens/appeals/new-appeal.tsx')),
      page('/appeals/:id', 'appeals.read', () => import('../screens/appeals/appeal.tsx'), {
        reads: ({ id }) => prefetch('/api/appeals/{id}', { path: { id: Number(id) } }),
      }),
      page('/surcharges', 'surcharges.read', () => import('../screens/surcharges/surcharges.tsx'), {
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
      }),
      page('/surcharges/evaluate', 'surcharges.write', () => import('../screens/surcharges/evaluate.tsx')),
      page('/corrections', 'model.read', () => import('../screens/corrections/corrections.tsx'), {
        menu: { section: 'month', label: 'Corrections', icon: 'corrections', key: 'k' },
      }),
      page('/corrections/new', 'scores.write', () => import('../screens/corrections/new-correction.tsx')),
      page('/corrections/late/:id', 'model.read', () => import('../screens/corrections/drift/drift.tsx')),
      page('/corrections/:id', 'model.read', () => import('../screens/corrections/correction.tsx')),
      page('/campaigns', 'campaigns.read', () => import('../screens/campaigns/campaigns.tsx'), {
        menu: { section: 'sellers', label: 'Campaigns', icon: 'campaigns', key: 'c' },
      }),
      page('/campaigns/:code', 'campaigns.read', () => import('../screens/campaigns/campaign.tsx'), {
        reads: ({ code = '' }) => prefetch('/api/campaigns/{id}', { path: { id: code } }),
      }),
      page('/portfolios', 'portfolio.read', () => import('../screens/portfolios/portfolios.tsx'), {
        menu: { section: 'sellers', label: 'Portfolios', icon: 'portfolios', key: 'p' },
      }),
      page('/portfolios/:am', 'portfolio.read', () => import('../screens/portfolios/portfolio.tsx')),
    ],
  ],
  [
    'rules',
    [
      page('/rules', 'config.read', () => import('../screens/rules/rules.tsx'), {
        menu: { section: 'setup', label: 'Rules', icon: 'rules', key: 'r' },
      }),
      page('/rules/drafts', 'config.read', () => import('../screens/rules/drafts/drafts.tsx')),
      page('/rules/drafts/:id', 'config.read', () => import('../screens/rules/drafts/draft.tsx')),
      page('/rules/:type', 'config.read', () => import('../screens/rules/rule-type.tsx')),
      page(
        '/rules/:type/new',
        ['config.write', 'drafts.write'],
        () => import('../screens/rules/record/new-record.tsx'),
      ),
      page('/rules/:type/:id', 'config.read', () => import('../screens/rules/record/record.tsx')),
    ],
  ],
  [
    'ops',
    [
      page('/feeds', 'sync.read', () => import('../screens/feeds/feeds.tsx'), {
        menu: { section: 'setup', label: 'Feeds', icon: 'feeds', key: 'f' },
      }),
      page('/feeds/rejections', 'sync.read', () => import('../screens/feeds/rejections.tsx')),
      page('/feeds/:feed', 'sync.read', () => import('../screens/feeds/feed.tsx')),
      page('/webhooks', 'webhooks.read', () => import('../screens/webhooks/webhooks.tsx'), {
        menu: { section: 'setup', label: 'Webhooks', icon: 'webhooks', key: 'w' },
      }),
      page('/webhooks/events', 'events.read', () => import('../screens/webhooks/events.tsx'), {
        menu: {
          section: 'setup',
          label: 'Events',
          icon: 'webhooks',
          key: 'w',
          to: ({ permissions }) => (permissions.includes('webhooks.read') ? undefined : '/webhooks/events'),
        },
      }),
      page('/webhooks/attempts/:id', 'webhooks.read', () => import('../screens/webhooks/attempt.tsx')),
      page('/webhooks/:id', 'webhooks.read', () => import('../screens/webhooks/webhook.tsx')),
    ],
  ],
  [
    'admin',
    [
      page('/people', 'users.read', () => import('../screens/people/people.tsx'), {
        menu: { section: 'admin', label: 'People', icon: 'people', key: 'y' },
      }),
      page('/keys', 'api-keys.read', () => import('../screens/keys/keys.tsx')),
      page('/employees', 'employees.read', () => import('../screens/employees/employees.tsx')),
      page('/warehouses', 'warehouses.read', () => import('../screens/warehouses/warehouses.tsx'), {
        menu: { section: 'admin', label: 'Warehouses', icon: 'warehouse' },
      }),
      page('/audit', 'audit.read', () => import('../screens/audit/audit.tsx'), {
        menu: { section: 'admin', label: 'Audit', icon: 'audit', key: 'l' },
      }),
      page('/me', undefined, () => import('../screens/me/me.tsx')),
    ],
  ],
]
