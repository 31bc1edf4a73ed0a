import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router'
import { api } from '../api/client.ts'

type Params = Record<string, string>

/** Lists that others have kept the addresses of, and what they are called now. */
const LISTS: Record<string, string> = {
  '/sellers': 'sellers',
  '/campaigns': 'campaigns',
  '/campaigns/$code': 'campaigns',
  '/corrections': 'corrections',
  '/webhooks': 'webhooks',
  '/webhooks/attempts/$id': 'attempts',
  '/feeds': 'feeds',
  '/people': 'users',
  '/keys': 'api-keys',
  '/employees': 'employees',
  '/warehouses': 'warehouses',
  '/audit': 'audit',
}

const PAGES: Record<string, (params: Params) => object | Promise<object>> = {
  '/verify': () => ({ to: '/proof' }),
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
export const movedRoutes = (getParentRoute: () => AnyRoute) =>
  [...Object.keys(LISTS), ...Object.keys(PAGES)].map((path) =>
    createRoute({
      getParentRoute,
      path,
      beforeLoad: async ({ params }: { params: Params }) => {
        const list = { to: '/records/$path', params: { path: LISTS[path] }, search: { open: params.id } }
        throw redirect({ ...((await PAGES[path]?.(params)) ?? list), replace: true } as never)
      },
    }),
  )
