import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api, queries } from '../api/client.ts'
import { asJson, Refusal } from '../api/refusal.ts'
import { nameOf } from '../ui/names.ts'
import type { Action, Answer, ListKind, RecordKind, Row } from './kind.ts'
import { type Field, fieldsOf, type Schema } from './schema.ts'

export const LIMIT = 50

/** The operations of a record are known by its declaration only, not by the types. */
const call = api.request as unknown as (
  method: 'get' | 'post' | 'patch' | 'delete',
  path: string,
  init: { params?: { path?: object; query?: object; header?: object }; body?: unknown },
) => Promise<{ data: never; response: Response }>

interface Page {
  data: Row[]
  total: number
}

export const listOf = ({ list, key, isWhole, asked }: ListKind, query: Record<string, unknown>) =>
  queryOptions({
    queryKey: ['get', list, query],
    queryFn: async (): Promise<Page> => {
      const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
      const { data }: { data: Page } = await call('get', list, {
        params: { query: isWhole ? {} : { ...asked, ...given } },
      })
      const rows = data.data.map((row) => (key ? { ...row, id: String(row[key]) } : row))
      return { total: data.total ?? rows.length, data: rows }
    },
    placeholderData: keepPreviousData,
  })

/** One record with its version, which a change has to name. */
export const oneOf = <One extends object = Row>(
  kind: Pick<RecordKind, 'single'> & Partial<RecordKind>,
  id: string,
) =>
  queryOptions({
    queryKey: ['get', kind.single, id],
    queryFn: async () => {
      if (kind.isListOnly) return { row: (await fromList(kind as RecordKind, id)) as One }
      const { data, response } = await call('get', kind.single, { params: { path: { id } } })
      return { row: data as One, version: response.headers.get('etag') ?? undefined }
    },
  })

/** What a list has shown is at hand; a reload asks for as much of it as one may. */
async function fromList(kind: RecordKind, id: string) {
  const isIt = (row: Row) => String(row.id) === id
  const shown = queries
    .getQueriesData<Page>({ queryKey: ['get', kind.list] })
    .flatMap(([, page]) => page?.data ?? [])
  const found = shown.find(isIt) ?? (await queries.fetchQuery(listOf(kind, { limit: 500 }))).data.find(isIt)
  if (!found) throw new Refusal(404, 'It is not there any more.', new Headers())
  return found
}

export const create = async ({ createAt, list, createSends }: RecordKind, values: object): Promise<Answer> =>
  (await call('post', createAt ?? list, { body: { ...createSends, ...values } })).data

export const update = ({ single }: RecordKind, id: string, version: string | undefined, body: object) =>
  call('patch', single, { params: { path: { id }, header: version ? { 'If-Match': version } : {} }, body })

export async function act(kind: RecordKind, action: Action, row: Row, values: object): Promise<Answer> {
  const { method = 'post', at = '', opens, sends } = action
  const body = { ...sends?.(row), ...values }
  const hasBody = method !== 'delete' && Object.keys(body).length > 0
  const path = opens ? kind.list : kind.single + at
  const { data } = await call(method, path, { params: { path: { id: row.id } }, ...(hasBody && { body }) })
  return action.delivers ? attemptOf((data as Answer).event_id, row) : data
}

/** So often, twice a second, a receiver is waited for: as long as an attempt may take. */
const LOOKS = 60

/** The attempt that came of a delivery; the event may have had others before. */
async function attemptOf(event_id: unknown, row: Row, looks = LOOKS): Promise<Answer> {
  const query = { event_id, subscription_id: row.subscription_id, limit: 1 }
  const { data }: { data: Page } = await call('get', '/api/webhooks/logs', { params: { query } })
  if (data.total > [row.attempts ?? []].flat().length) return data.data[0] as Row
  if (looks === 0) return { reason: 'It is on its way. The receiver has not answered yet.' }
  await new Promise((resolve) => setTimeout(resolve, 500))
  return attemptOf(event_id, row, looks - 1)
}

/** The service says itself what a body of it takes, and what a record of it has. */
export const schemaOf = (name: string) =>
  queryOptions({
    queryKey: ['form', name],
    queryFn: async () => (await asJson('GET', `${import.meta.env.BASE_URL}forms/${name}`)) as Schema,
    initialData: name ? undefined : (): Schema => ({}),
    staleTime: Infinity,
  })

/** The fields of a body, or those of it that are asked for; no body has none. */
export const useFields = (body = '', asks?: string[]) =>
  useQuery({ ...schemaOf(body), select: (schema) => fieldsOf(schema, asks) })

/** What people call a field; a kind of record may call it otherwise. */
export const labelOf = ({ name, 'x-label': label }: Field, labels?: Record<string, string>) =>
  labels?.[name] ?? label ?? nameOf(name)
