import type { App } from '../../src/app.ts'
import { MONTH, type Side } from './two-sellers.ts'

/** An operation of the document. */
export interface Operation {
  /** Method and path, as the document writes them. */
  name: string
  method: string
  path: string
  description: string
  statuses: number[]
  /** The names of its query parameters. */
  query: string[]
  takesCsv: boolean
}

interface Documented {
  description: string
  parameters?: { in: string; name: string }[]
  responses: Record<string, { content?: object }>
}

/** Every operation of the document under /api. */
export async function operationsOf(app: App): Promise<Operation[]> {
  const { paths } = app.swagger() as unknown as {
    paths: Record<string, Record<string, Documented>>
  }
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { description, parameters = [], responses }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        description,
        statuses: Object.keys(responses).map(Number),
        query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
        takesCsv: 'text/csv' in (responses['200']?.content ?? {}),
      })),
    )
}

/** Values of query parameters without which a read is a 400. */
const NEEDED: Record<string, string> = { metric: 'order_data_accuracy' }
const NOBODY = '2147483647'

/** The address of an operation about one of the sellers, or, without one, about nothing that there is. */
export function addressOf({ method, path, query }: Operation, about?: Partial<Side>, run?: number): string {
  const places: [string, string | number | undefined][] = [
    ['{seller_code}', about?.seller_code],
    ['/api/sellers/am/{id}', about?.am_id],
    ['/api/sellers/{id}', about?.seller_code],
    ['{sellerId}', about?.seller_code],
    ['{exId}', about?.exception],
    ['{amId}', about?.am_id],
    ['/api/appeals/{id}', about?.appeal],
    ['/api/surcharges/{id}', about?.surcharge],
    ['/api/campaigns/{id}', about?.campaign_code],
    ['/api/sos/runs/{id}', run],
    ['/api/sos/monthly/{id}', about?.score],
  ]
  const filled = places.reduce(
    (address, [place, value]) =>
      value === undefined ? address : address.replace(place, place.replace(/\{\w+\}/, String(value))),
    path,
  )
  const needed = Object.entries(NEEDED).filter(([name]) => query.includes(name))
  const isDated = needed.length > 0 || path.endsWith('/certificate') // which is of a final score where no month is named
  const search = isDated && method === 'GET' ? `?${new URLSearchParams([...needed, ['period', MONTH]])}` : ''
  return filled.replaceAll(/\{\w+\}/g, NOBODY) + search
}

/** What a write says about one of the sellers; without one, nothing that is taken. */
export const bodyOf = ({ name }: Operation, about?: Side) =>
  name.startsWith('GET') || !about ? undefined : (BODIES[name]?.(about) ?? {})
const BODIES: Record<string, (about: Side) => object> = {
  'POST /api/appeals': ({ seller_code, am_id }) => ({
    seller_code,
    period: MONTH,
    component_appealed: 'p_score',
    appeal_reason_type: 'data_error',
    description: 'See the report',
    submitted_by_am_id: am_id,
  }),
  'POST /api/sos/verify': () => ({
    format: 'sos-certificate/1',
    ...{ statement: '{}', inputs: '{}', rules: '{}', explanation: '{}', proof: 'none' },
  }),
  'POST /api/appeals/{id}/comments': () => ({ comment: 'Please look again' }),
}
