import { keepPreviousData } from '@tanstack/react-query'
import { $api, type Schemas } from '../../api/client.ts'

export type Surcharge = Schemas['Surcharge']

/** The one type that blocks orders while it is pending or applied. */
export const BLOCK = 'payment_block'
export const isBlock = ({ surcharge_type }: Pick<Surcharge, 'surcharge_type'>) => surcharge_type === BLOCK

/** What one is known by on the page of its seller, where the address leads to it. */
export const anchorOf = ({ id }: Pick<Surcharge, 'id'>) => `surcharge-${id}`

/** Asked for by the words of an address; the service says what they can be. */
export const surchargeList = (query: Record<string, string | number | undefined>) =>
  $api.queryOptions(
    'get',
    '/api/surcharges',
    { params: { query: query as object } },
    { placeholderData: keepPreviousData },
  )

export const sumOf = (charges: Pick<Surcharge, 'amount'>[]) =>
  charges.reduce((sum, { amount }) => sum + amount, 0)

/** Names in a sentence; of many only the first. */
export function listed(names: string[], most = 5) {
  const all = [...new Set(names)]
  const shown = all.length > most + 1 ? [...all.slice(0, most), `${all.length - most} others`] : all
  return new Intl.ListFormat('en-GB').format(shown)
}
