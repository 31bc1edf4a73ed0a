import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, queries } from '../api/client.ts'
import { Refusal } from '../api/refusal.ts'
import type { Action, ListKind, RecordKind } from './declared.ts'
import type { Row } from './row.ts'

export const LIMIT = 50

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

export const listOf = ({ list, key, isWhole, asked }: ListKind, query: Record<string, unknown>) =>
  queryOptions({
    queryKey: ['get', list, query],
    queryFn: async (): Promise<Page> => {
      const { data } = (await call('get', list, {
        params: { query: isWhole ? {} : { ...asked, ...given(query) } },
      })) as { data: Page }
      return { ...data, total: data.total ?? data.data.length, data: data.data.map(identified(key)) }
    },
    placeholderData: keepPreviousData,
  })

const given = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))

/** What has no id is known by another field. */
const identified = (key?: string) => (row: Row) => (key ? { ...row, id: String(row[key]) } : row)

const singleOf = ({ list, single }: RecordKind) => single ?? `${list}/{id}`

/** One record with its version, which a change has to name. */
export const oneOf = (kind: RecordKind, id: string) =>
  queryOptions({
    queryKey: ['get', singleOf(kind), id],
    queryFn: async () => {
      if (kind.isListOnly) return { row: await fromList(kind, id), version: null }
      const { data, response } = await call('get', singleOf(kind), { params: { path: { id } } })
      return { row: data as Row, version: response.headers.get('etag') }
    },
  })

/** What a list has shown is at hand; a reload asks for as much of it as one may. */
async function fromList(kind: RecordKind, id: string) {
  const shown = queries
    .getQueriesData<Page>({ queryKey: ['get', kind.list] })
    .flatMap(([, page]) => page?.data ?? [])
  const { data } = shown.some((row) => String(row.id) === id)
    ? { data: shown }
    : await queries.fetchQuery(listOf(kind, { limit: 500 }))
  const found = data.find((row) => String(row.id) === id)
  if (!found) throw new Refusal(404, 'It is not there any more.', new Headers())
  return found
}

export const create = async (kind: RecordKind, body: object) =>
  (await call('post', kind.createAt ?? kind.list, { body })).data as Record<string, unknown>

export const update = (kind: RecordKind, id: string, version: string | null, body: object) =>
  call('patch', singleOf(kind), {
    params: { path: { id }, header: version ? { 'If-Match': version } : {} },
    body,
  })

export const act = async ({ method = 'post', at, sends, takes = [] }: Action, row: Row, body: object) => {
  const taken = Object.fromEntries(takes.map((name) => [name, row[name]]))
  const sent = { ...taken, ...sends, ...body }
  const hasBody = method !== 'delete' && Object.keys(sent).length > 0
  const { data } = await call(method, at, {
    params: { path: { id: row.id } },
    ...(hasBody && { body: sent }),
  })
  return data as Record<string, unknown>
}
