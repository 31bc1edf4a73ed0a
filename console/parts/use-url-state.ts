import { useLocation } from 'preact-iso/router'
import { type Parameter, readState, type Values, writeState } from '../logic/url-state.ts'

/**
 * The state of a page, out of its address. `change` keeps the parameters that the page does not know, such as the
 * period; with `replace` it makes no entry of its own in the history (a text that is being typed).
 */
export function useUrlState<Schema extends Record<string, Parameter<any>>>(schema: Schema) {
  const { path, query, route } = useLocation()
  const values = readState(schema, query)
  function change(part: Partial<Values<Schema>>, { replace = false } = {}) {
    const others = Object.entries(query).filter(([name]) => !(name in schema))
    const written = writeState(schema, { ...values, ...part })
    const search = new URLSearchParams({ ...Object.fromEntries(others), ...written })
    route(search.size > 0 ? `${path}?${search}` : path, replace)
  }
  return [values, change] as const
}
