import { useInterval, useWindowEvent } from '@mantine/hooks'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  notFound,
  parseSearchWith,
  redirect,
  stringifySearchWith,
  useRouter,
} from '@tanstack/react-router'
import { api } from '../api/client.ts'
import { loadMe, monthsToClose } from '../api/me.ts'
import { Refusal } from '../api/refusal.ts'
import { RECORDS } from '../records/declared.ts'
import { loadAppeal } from '../screens/appeals/data.ts'
import { loadOverview } from '../screens/overview/data.ts'
import { loadScores } from '../screens/scores/data.ts'
import { loadSeller } from '../screens/seller/data.ts'
import { isMonth } from '../ui/format.ts'
import { isLasting, NoPage, Waiting } from '../ui/page.tsx'
import { homeOf } from './navigation.ts'
import { readHomeSearch, readRecordSearch, readScoreSearch, readSearch } from './search.ts'
import { Shell } from './shell.tsx'

/** What failed is tried again when it is asked for, and when the network is back. */
function Failed({ error }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => void router.invalidate()
  useWindowEvent('online', retry)
  useInterval(retry, 10_000, { autoInvoke: !isLasting(error) })
  return <NoPage error={error} onRetry={retry} />
}

const root = createRootRoute({
  validateSearch: readSearch,
  async beforeLoad({ search: { period } }) {
    await loadMe() // the shell is shown around what is not found, too
    if (period && !isMonth(period)) throw notFound({ data: new Refusal(400, `“${period}” is no month.`) })
  },
  loader: loadMe,
  component: Shell,
  notFoundComponent: ({ data }) => <NoPage error={data} />,
})

const getParentRoute = () => root

type Script = Parameters<typeof lazyRouteComponent>[0]

/**
 * A page by its script. One that is gone, since there is a newer release, has the router load all anew; while the
 * service is away that would end on an empty page of the browser, so then the script has failed as any request does.
 */
const scripted = (script: Script, name: string) =>
  lazyRouteComponent(
    () =>
      script().catch(async (error: unknown) => {
        await fetch(import.meta.env.BASE_URL, { method: 'HEAD' })
        throw error
      }),
    name,
  )

/** A page whose address may say what its list is narrowed to. */
const page = <const Path extends string>(path: Path, script: Script, name: string) =>
  createRoute({ getParentRoute, path, validateSearch: readRecordSearch, component: scripted(script, name) })

type Params = Record<string, string>

/** Pages that others have kept the addresses of, and where they are now. */
const MOVED: Record<string, (params: Params) => object | Promise<object>> = {
  // A list by its name alone, such as /sellers beside /sellers/S-1001.
  '/$path': (params) => {
    if (!RECORDS.some(({ path }) => path === params.path)) throw notFound()
    return { to: '/records/$path', params, search: true }
  },
  '/webhooks/attempts/$id': ({ id }) => ({
    to: '/records/$path',
    params: { path: 'attempts' },
    search: { open: id },
  }),
  '/sellers/$code/$period/$metric': ({ period, metric, ...params }) => ({
    to: '/sellers/$code',
    params,
    search: { period, open: metric },
  }),
  '/runs/$id': async ({ id }) => {
    const { data } = await api.GET('/api/sos/runs/{id}', { params: { path: { id: Number(id) } } })
    return { to: '/scores', search: { period: data?.period } }
  },
}

/** Routes that only lead on. */
const movedRoutes = () =>
  Object.entries(MOVED).map(([path, lead]) =>
    createRoute({
      getParentRoute,
      path,
      beforeLoad: async ({ params }: { params: Params }) => {
        throw redirect({ ...(await lead(params)), replace: true } as never)
      },
    }),
  )

/** Every page: its address, its data, which start before its script is there, and its script. */
const pages = [
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: readHomeSearch,
    loaderDeps: ({ search: { period } }) => ({ period }),
    beforeLoad: async () => {
      const home = homeOf(await loadMe())
      if (home !== '/') throw redirect({ to: home })
    },
    loader: ({ deps }) => loadOverview(deps.period),
    component: scripted(() => import('../screens/overview/overview.tsx'), 'Overview'),
  }),
  createRoute({
    getParentRoute,
    path: '/scores',
    validateSearch: readScoreSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ deps }) => loadScores(deps),
    component: scripted(() => import('../screens/scores/scores.tsx'), 'Scores'),
  }),
  createRoute({
    getParentRoute,
    path: '/sellers/$code',
    loaderDeps: ({ search: { period } }) => ({ period }),
    loader: ({ params, deps }) => loadSeller(params.code, deps.period),
    component: scripted(() => import('../screens/seller/seller.tsx'), 'Seller'),
  }),
  page('/appeals', () => import('../screens/appeals/appeals.tsx'), 'Appeals'),
  createRoute({
    getParentRoute,
    path: '/appeals/$id',
    loader: ({ params }) => loadAppeal(Number(params.id)),
    component: scripted(() => import('../screens/appeals/appeal.tsx'), 'AppealPage'),
  }),
  page('/surcharges', () => import('../screens/surcharges/surcharges.tsx'), 'Surcharges'),
  createRoute({
    getParentRoute,
    path: '/close',
    async beforeLoad({ search: { period } }) {
      const [open] = monthsToClose(await loadMe())
      if (!period && open) throw redirect({ to: '/close', search: { period: open.period }, replace: true })
    },
    component: scripted(() => import('../screens/close/close.tsx'), 'Close'),
  }),
  page('/rules', () => import('../screens/rules/rules.tsx'), 'Rules'),
  page('/rules/$type', () => import('../screens/rules/rules.tsx'), 'Rules'),
  page('/rules/$type/$id', () => import('../screens/rules/rule.tsx'), 'Rule'),
  page('/rules/drafts/$id', () => import('../screens/drafts/draft.tsx'), 'DraftPage'),
  page('/import', () => import('../screens/import/import.tsx'), 'Import'),
  page('/settings', () => import('../records/settings.tsx'), 'Settings'),
  page('/webhooks/$id', () => import('../screens/webhooks/webhook.tsx'), 'Webhook'),
  page('/corrections/$id', () => import('../screens/corrections/correction.tsx'), 'Correction'),
  page('/model', () => import('../screens/model/model.tsx'), 'Model'),
  page('/proof', () => import('../screens/proof/proof.tsx'), 'Proof'),
  page('/records/$path', () => import('../records/record-screen.tsx'), 'RecordScreen'),
]

export const router = createRouter({
  routeTree: root.addChildren([...pages, ...(movedRoutes() as [])]),
  basepath: import.meta.env.BASE_URL,
  defaultPreload: 'intent',
  // Addresses are plain: `?search=1127`, not `?search=%221127%22`.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
  scrollRestoration: true,
  defaultPendingMs: 80,
  defaultPendingMinMs: 0,
  defaultPendingComponent: () => <Waiting rows={6} />,
  // A page that fails leaves the menu around it.
  defaultErrorComponent: Failed,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The codes of the list that led to a seller. */
    among?: string[]
    /** A drawer was opened by this entry. */
    isOpened?: boolean
  }
}
