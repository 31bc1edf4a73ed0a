import { $api } from '../../api/client.ts'

export const LIMIT = 25
const EVERY_MS = 10_000

const one = (id: number) => ({ params: { path: { id } } })

export const subscription = (id: number) => $api.queryOptions('get', '/api/webhooks/{id}', one(id))
export const health = (id: number) =>
  $api.queryOptions('get', '/api/webhooks/{id}/health', one(id), { refetchInterval: EVERY_MS })
export const attempts = (subscription_id: number, status?: string, page = 1) =>
  $api.queryOptions(
    'get',
    '/api/webhooks/logs',
    { params: { query: { subscription_id, status: status as 'failed', page, limit: LIMIT } } },
    { refetchInterval: EVERY_MS },
  )
export const attempt = (id: number) => $api.queryOptions('get', '/api/webhooks/logs/{id}', one(id))
