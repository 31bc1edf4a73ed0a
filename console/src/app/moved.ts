import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router'
import { api } from '../api/client.ts'

type Params = Record<string, string>

/** Pages that others have kept the addresses of, and where they are now. */
const MOVED: Record<string, (params: Params) => object | Promise<object>> = {
  // A list by its name alone, such as /sellers beside /sellers/S-1001.
  '/$path': (params) => ({ to: '/records/$path', params, search: true }),
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
export const movedRoutes = (getParentRoute: () => AnyRoute) =>
  Object.entries(MOVED).map(([path, lead]) =>
    createRoute({
      getParentRoute,
      path,
      beforeLoad: async ({ params }: { params: Params }) => {
        throw redirect({ ...(await lead(params)), replace: true } as never)
      },
    }),
  )
