import Papa from 'papaparse'
import { $api, api } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'

export const feeds = $api.queryOptions('get', '/api/sync/feeds', {}, { staleTime: Infinity })

export interface Feed {
  feed: string
  title: string
  description: string
  key: string[]
  fields: { name: string; required: boolean; other_names: string[] }[]
}

/** A file as a table: the names of its columns and its rows, of text. */
export interface Table {
  name: string
  columns: string[]
  rows: string[][]
}

export const parse = (file: File) =>
  new Promise<Table>((resolve, reject) =>
    Papa.parse<string[]>(file, {
      skipEmptyLines: 'greedy',
      complete: ({ data: [columns = [], ...rows] }) =>
        resolve({ name: file.name, columns: columns.map((name) => name.trim()), rows }),
      error: reject,
    }),
  )

/** Sends rows as they stand; a dry run stores nothing. */
export async function push(
  feed: string,
  { columns }: Table,
  rows: string[][],
  isDry: boolean,
): Promise<Schemas['PushResult']> {
  const { data } = await api.POST('/api/sync/orders'.replace('orders', feed) as '/api/sync/orders', {
    params: { query: { dry_run: isDry } },
    body: Papa.unparse([columns, ...rows]) as never,
    bodySerializer: (text) => text as unknown as string,
    headers: { 'Content-Type': 'text/csv' },
  })
  return data as Schemas['PushResult']
}

/** Splits a sentence of the service into the column it speaks of, whose field it begins with, and what is wrong there. */
export function fault(sentence: string, columns: string[], fields: Feed['fields']) {
  const field = fields.find(({ name }) => sentence.startsWith(`${name} `))
  const names = field ? [field.name, ...field.other_names] : []
  const column = columns.findIndex((one) => names.includes(one))
  return { column, text: column < 0 || !field ? sentence : sentence.slice(field.name.length + 1) }
}
