import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, queries } from '../api/client.ts'
import { Refusal } from '../api/refusal.ts'
import type { Action, RecordKind, Row } from './declared.ts'

interface Init {
  params?: { path?: object; query?: object; header?: object }
  body?: unknown
}

/** The operations of a record are known by its declaration only, not by the types. */
const call = api.request as unknown as (
  method: 'get' | 'post' | 'patch' | 'delete',
  path: string,
  init: Init,
) => Promise<{ data: never; response: Response }>

export interface Page {
  data: Row[]
  total: number
}

export const listOf = (kind: RecordKind, query: Record<string, unknown>) =>
  queryOptions({
    queryKey: ['get', kind.list, query],
    queryFn: async () => (await call('get', kind.list, { params: { query } })).data as Page,
    placeholderData: keepPreviousData,
  })

const singleOf = ({ list, single }: RecordKind) => single ?? `${list}/{id}`

/** One record with its version, which a change has to name. */
export const oneOf = (kind: RecordKind, id: number) =>
  queryOptions({
    queryKey: ['get', singleOf(kind), id],
    queryFn: async () => {
      if (kind.isListOnly) return { row: await fromList(kind, id), version: null }
      const { data, response } = await call('get', singleOf(kind), { params: { path: { id } } })
      return { row: data as Row, version: response.headers.get('etag') }
    },
  })

/** What a list has shown is at hand; a reload asks for as much of it as one may. */
async function fromList({ list }: RecordKind, id: number) {
  const shown = queries
    .getQueriesData<Page>({ queryKey: ['get', list] })
    .flatMap(([, page]) => page?.data ?? [])
  const known = shown.find((row) => row.id === id)
  if (known) return known
  const { data } = (await call('get', list, { params: { query: { limit: 500 } } })) as { data: Page }
  const found = data.data.find((row) => row.id === id)
  if (!found) throw new Refusal(404, 'It is not there any more.', new Headers())
  return found
}

export const create = async (kind: RecordKind, body: object) =>
  (await call('post', kind.createAt ?? kind.list, { body })).data as Record<string, unknown>

export const update = (kind: RecordKind, id: number, version: string | null, body: object) =>
  call('patch', singleOf(kind), {
    params: { path: { id }, header: version ? { 'If-Match': version } : {} },
    body,
  })

export const act = async ({ method, at, sends }: Action, id: number, body: object) => {
  const sent = { ...sends, ...body }
  const hasBody = method !== 'delete' && Object.keys(sent).length > 0
  const { data } = await call(method, at, { params: { path: { id } }, ...(hasBody && { body: sent }) })
  return data as Record<string, unknown>
}
