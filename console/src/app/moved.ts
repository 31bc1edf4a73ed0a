import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router'
import { api } from '../api/client.ts'

type Search = Record<string, string | undefined>

const listOf = (path: string) => () => ({ to: '/records/$path', params: { path } })
const recordOf = (path: string) => (params: Search) => ({
  to: '/records/$path',
  params: { path },
  search: { open: params.id },
})

/** Addresses that others have kept, and where they lead now. */
const MOVED: Record<string, (params: Search) => object | Promise<object>> = {
  '/sellers': listOf('sellers'),
  '/sellers/$code/$period/$metric': ({ code, period }) => ({
    to: '/sellers/$code',
    params: { code },
    search: { period },
  }),
  '/appeals': listOf('appeals'),
  '/appeals/$id': recordOf('appeals'),
  '/surcharges': listOf('surcharges'),
  '/campaigns': listOf('campaigns'),
  '/campaigns/$code': listOf('campaigns'),
  '/corrections': listOf('corrections'),
  '/webhooks': listOf('webhooks'),
  '/people': listOf('users'),
  '/keys': listOf('api-keys'),
  '/employees': listOf('employees'),
  '/warehouses': listOf('warehouses'),
  '/audit': listOf('audit'),
  '/verify': () => ({ to: '/proof' }),
  '/runs/$id': async ({ id }) => {
    const { data } = await api.GET('/api/sos/runs/{id}', { params: { path: { id: Number(id) } } })
    return { to: '/scores', search: { period: data?.period } }
  },
}

/** Routes that only lead on. */
export const movedRoutes = (getParentRoute: () => AnyRoute) =>
  Object.entries(MOVED).map(([path, where]) =>
    createRoute({
      getParentRoute,
      path,
      beforeLoad: async ({ params }) => {
        throw redirect({ ...(await where(params as Search)), replace: true } as never)
      },
    }),
  )
