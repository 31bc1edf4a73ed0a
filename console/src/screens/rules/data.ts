import { useQuery } from '@tanstack/react-query'
import { $api } from '../../api/client.ts'
import type { Component, Schemas } from '../../api/types.ts'

export type Rule = Schemas['PScoreRule']
export type Curve = [number, number][]
export type RuleType = 'p-score' | 'o-score' | 't-score' | 'f-score' | 'i-score'

export const typeOf = (component: Component) => component.replace('_', '-') as RuleType
export const componentOf = (type: RuleType) => type.replace('-', '_') as Component

const all = { params: { query: { limit: 500 } } }
export const rulesOf = (type: RuleType) => $api.queryOptions('get', `/api/config/${type}`, all)
export const drafts = $api.queryOptions('get', '/api/config/drafts', all)

export const preview = (period: string, change: Change) =>
  $api.queryOptions(
    'post',
    '/api/config/preview',
    { body: { period, changes: [change] } },
    { staleTime: Infinity },
  )

/** The change of a draft that gives a metric another curve or weight. */
export const changeOf = (
  type: RuleType,
  { metric, min_volume, params }: Rule,
  curve: Curve,
  weight: number,
) => ({ type, op: 'put', fields: { metric, weight, curve, min_volume, params } }) as const

export type Change = ReturnType<typeof changeOf>

/** The rules don’t say what their values are measured in; any score’s explanation does. */
export const anyScore = $api.queryOptions(
  'get',
  '/api/sos/monthly',
  { params: { query: { limit: 1 } } },
  { staleTime: Infinity },
)
export const explained = (seller_code: string) =>
  $api.queryOptions(
    'get',
    '/api/sos/sellers/{seller_code}/score/explanation',
    { params: { path: { seller_code } } },
    { staleTime: Infinity },
  )

/** What a metric measures and in what: `orders ready by ready_by ÷ orders …`, `percent`. */
export function useMeasure(metric: string) {
  const code = useQuery(anyScore).data?.data[0]?.seller_code
  const found = useQuery({ ...explained(code ?? ''), enabled: code !== undefined }).data
  return found?.metrics.find((one) => one.metric === metric)
}
