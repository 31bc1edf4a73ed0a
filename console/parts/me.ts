import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import type { Answer } from '../api/types.ts'
import { amount, score } from '../logic/format.ts'
import { period as periodParameter, readState } from '../logic/url-state.ts'

/** Who looks at the console, and what it knows of the service. */
export type Me = Answer<'GET', '/api/console/context'>

/** What a role may do, as routes of the API name it. */
export type Permission = Me['permissions'][number]

export const MeContext = createContext<Me>(null as unknown as Me)

/** Who looks, with what the role may do. */
export function useMe() {
  const me = useContext(MeContext)
  return { ...me, may: (permission: Permission) => me.permissions.includes(permission) }
}

/** The month that all pages are about: the one in the address, else the newest that has scores. */
export function usePeriod(): string {
  const { query } = useLocation()
  const { periods, current_period } = useContext(MeContext)
  return readState({ period: periodParameter() }, query).period || (periods[0]?.period ?? current_period)
}

/** Writes amounts in the currency of the business; as plain numbers where none is set. */
export function useMoney() {
  const { currency } = useContext(MeContext)
  return (value: number) => (currency ? amount(value, currency) : score(value))
}
