import { keepPreviousData } from '@tanstack/react-query'
import { $api } from '../../api/client.ts'

/** What sellers are grouped by, and what counts as a failure in the month after. */
export const TRAITS = {
  warehouse: 'Warehouse',
  am: 'Account manager',
  contract_type: 'Contract',
  size: 'Size',
} as const
export const OUTCOMES = {
  late: 'Delivers late',
  overdue: 'Pays late',
  tickets: 'Causes many tickets',
} as const

export type Trait = keyof typeof TRAITS
export type Outcome = keyof typeof OUTCOMES

export const tiers = $api.queryOptions('get', '/api/sos/tiers', {}, { staleTime: Infinity })
export const fairness = (by: Trait, favourable: string) =>
  $api.queryOptions(
    'get',
    '/api/sos/model/fairness',
    { params: { query: { by, favourable } } },
    { placeholderData: keepPreviousData, enabled: favourable !== '' },
  )
export const stability = $api.queryOptions('get', '/api/sos/model/stability')
export const validity = (outcome: Outcome) =>
  $api.queryOptions(
    'get',
    '/api/sos/model/validity',
    { params: { query: { outcome } } },
    { placeholderData: keepPreviousData },
  )
