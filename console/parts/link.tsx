import type { ComponentChildren, JSX } from 'preact'
import { useLocation } from 'preact-iso/router'

type Props = Omit<JSX.IntrinsicElements['a'], 'href'> & {
  /** A page of the console, without `/console`: `/sellers/S-1018?tab=appeals`. */
  to: string
  children?: ComponentChildren
}

/** A link to a page of the console. It keeps the month that is looked at. */
export const Link = ({ to, ...rest }: Props) => <a {...rest} href={useHref()(to)} />

/** Makes the address of a page of the console, with the month that is looked at. */
export function useHref() {
  const { query } = useLocation()
  return (to: string) => {
    const [path = '', search = ''] = to.split('?')
    const parameters = new URLSearchParams(search)
    if (query.period && !parameters.has('period')) parameters.set('period', query.period)
    const base = path === '/' ? '/console' : `/console${path}`
    return parameters.size > 0 ? `${base}?${parameters}` : base
  }
}

/** Goes to a page of the console, as a link to it does. */
export function useGo() {
  const { route } = useLocation()
  const href = useHref()
  return (to: string, replace = false) => route(href(to), replace)
}
