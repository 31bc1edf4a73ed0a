import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { loadMe } from '../api/me.ts'
import { loadAppeal } from '../screens/appeals/data.ts'
import { loadOverview } from '../screens/overview/data.ts'
import { loadScores } from '../screens/scores/data.ts'
import { loadSeller } from '../screens/seller/data.ts'
import { Page, Waiting } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { movedRoutes } from './moved.ts'
import { homeOf } from './navigation.ts'
import { readAddress, readRecordSearch, readScoreSearch, readSearch, writeAddress } from './search.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({
  validateSearch: readSearch,
  loader: loadMe,
  component: Shell,
  errorComponent: ({ error, reset }) => <Trouble error={error} onRetry={reset} />,
  notFoundComponent: () => (
    <Page title="There is no such page">The menu leads to everything that you may see.</Page>
  ),
})

const getParentRoute = () => root

/** Every page: its address, its data, which start before its script is there, and its script. */
const pages = [
  createRoute({
    getParentRoute,
    path: '/',
    loaderDeps: ({ search }) => search,
    beforeLoad: async () => {
      const home = homeOf(await loadMe())
      if (home !== '/') throw redirect({ to: home })
    },
    loader: ({ deps }) => loadOverview(deps.period),
    component: lazyRouteComponent(() => import('../screens/overview/overview.tsx'), 'Overview'),
  }),
  createRoute({
    getParentRoute,
    path: '/scores',
    validateSearch: readScoreSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ deps }) => loadScores(deps),
    component: lazyRouteComponent(() => import('../screens/scores/scores.tsx'), 'Scores'),
  }),
  createRoute({
    getParentRoute,
    path: '/sellers/$code',
    loaderDeps: ({ search }) => search,
    loader: ({ params, deps }) => loadSeller(params.code, deps.period),
    component: lazyRouteComponent(() => import('../screens/seller/seller.tsx'), 'Seller'),
  }),
  createRoute({
    getParentRoute,
    path: '/appeals',
    validateSearch: readRecordSearch,
    component: lazyRouteComponent(() => import('../screens/appeals/appeals.tsx'), 'Appeals'),
  }),
  createRoute({
    getParentRoute,
    path: '/appeals/$id',
    loader: ({ params }) => loadAppeal(Number(params.id)),
    component: lazyRouteComponent(() => import('../screens/appeals/appeal.tsx'), 'AppealPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/surcharges',
    validateSearch: readRecordSearch,
    component: lazyRouteComponent(() => import('../screens/surcharges/surcharges.tsx'), 'Surcharges'),
  }),
  createRoute({
    getParentRoute,
    path: '/close',
    component: lazyRouteComponent(() => import('../screens/close/close.tsx'), 'Close'),
  }),
  createRoute({
    getParentRoute,
    path: '/rules',
    component: lazyRouteComponent(() => import('../screens/rules/rules.tsx'), 'Rules'),
  }),
  createRoute({
    getParentRoute,
    path: '/rules/$type',
    component: lazyRouteComponent(() => import('../screens/rules/rules.tsx'), 'Rules'),
  }),
  createRoute({
    getParentRoute,
    path: '/rules/$type/$id',
    component: lazyRouteComponent(() => import('../screens/rules/rule.tsx'), 'Rule'),
  }),
  createRoute({
    getParentRoute,
    path: '/rules/drafts',
    component: lazyRouteComponent(() => import('../screens/drafts/drafts.tsx'), 'Drafts'),
  }),
  createRoute({
    getParentRoute,
    path: '/rules/drafts/$id',
    component: lazyRouteComponent(() => import('../screens/drafts/draft.tsx'), 'DraftPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/import',
    component: lazyRouteComponent(() => import('../screens/import/import.tsx'), 'Import'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    component: lazyRouteComponent(() => import('../records/settings.tsx'), 'Settings'),
  }),
  createRoute({
    getParentRoute,
    path: '/webhooks/$id',
    validateSearch: readRecordSearch,
    component: lazyRouteComponent(() => import('../screens/webhooks/webhook.tsx'), 'Webhook'),
  }),
  createRoute({
    getParentRoute,
    path: '/corrections/$id',
    component: lazyRouteComponent(() => import('../screens/corrections/correction.tsx'), 'Correction'),
  }),
  createRoute({
    getParentRoute,
    path: '/model',
    component: lazyRouteComponent(() => import('../screens/model/model.tsx'), 'Model'),
  }),
  createRoute({
    getParentRoute,
    path: '/proof',
    component: lazyRouteComponent(() => import('../screens/proof/proof.tsx'), 'Proof'),
  }),
  createRoute({
    getParentRoute,
    path: '/records/$path',
    validateSearch: readRecordSearch,
    component: lazyRouteComponent(() => import('../records/record-screen.tsx'), 'RecordScreen'),
  }),
]

export const router = createRouter({
  routeTree: root.addChildren([...pages, ...(movedRoutes(getParentRoute) as [])]),
  basepath: import.meta.env.BASE_URL,
  defaultPreload: 'intent',
  parseSearch: readAddress,
  stringifySearch: writeAddress,
  scrollRestoration: true,
  defaultPendingMs: 80,
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <Waiting rows={6} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
