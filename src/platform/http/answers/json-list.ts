import type { Sql, Transaction } from '../../database/database.ts'
import { isInTurn, nextKeys } from '../../database/statements/keys-in-turn.ts'
import { nameOfPage, offsetOf } from '../../database/statements/page.ts'
import { shareReads } from '../../database/statements/share-reads.ts'
import { jsonPage } from './json-page.ts'

/** A list whose pages PostgreSQL writes as JSON: the keys of a page are found first, and then its rows. */
export interface JsonList {
  name: string
  /** The table of the rows, and what a row is called. */
  table: string
  row: string
  /** The columns that its keys are made of, with their types. */
  keys: Record<string, string>
  /** The joins of a row. */
  joins: string
  /** The JSON of a row and what is joined with it (json-text.ts). */
  record: string
}

/** A request for rows: a statement selects their keys and their sort values, as p, from `values`. */
interface Asked {
  found: string
  values: unknown[]
  order: string
  /** Where all rows with one value of a column are asked for in the order of one column. */
  whole?: { column: string; value: unknown; order: string } | undefined
}

interface Rows {
  rows: string | null
  total: number
}
type Page = { page: number; limit: number }

/** One page of the rows that match, and how many do. */
export async function pageOfList<Row>(db: Sql, list: JsonList, asked: Asked, page: Page) {
  if (isInTurn(db)) return jsonPage<Row>(await nextPage(db, list, asked, page), page)
  return jsonPage<Row>(await (asked.whole ? wholePage : anyPage)(db, list, asked, page), page)
}

const isOfKey = ({ row, keys }: JsonList) =>
  Object.keys(keys)
    .map((key) => `${row}.${key} = p.${key}`)
    .join(' and ')

/** What is asked for most is prepared, so that it is neither read nor planned each time. */
function wholePage(db: Sql, list: JsonList, { whole, order }: Asked, page: Page): Promise<Rows> {
  const { name, table, row, keys, joins, record } = list
  const from = `${table} where ${whole?.column} = $1`
  const values = [whole?.value, offsetOf(page)]
  return shareReads(db, `whole ${name} ${page.limit} ${values}`, () =>
    db.one<Rows>(
      `select (select count(*) from ${from}) as total, string_agg(${record}, ',' order by ${order}) as rows
       from (select ${Object.keys(keys)}, ${whole?.order} from ${from}
             order by ${whole?.order} limit ${page.limit} offset $2) p
         join ${table} ${row} on ${isOfKey(list)} ${joins}`,
      values,
      nameOfPage(name, page.limit),
    ),
  )
}

/**
 * Without a name the statement is planned anew each time, for the filters that are given and the tables as they are.
 */
function anyPage(db: Sql, list: JsonList, { found, values, order }: Asked, page: Page): Promise<Rows> {
  const { name, table, row, joins, record } = list
  const all = [...values, page.limit, offsetOf(page)]
  return shareReads(db, `${name} ${order} ${JSON.stringify(all)}`, () =>
    db.one<Rows>(
      `with found as not materialized (${found})
       select (select count(*) from found) as total, string_agg(${record}, ',' order by ${order}) as rows
       from (select * from found p order by ${order} limit $${all.length - 1} offset $${all.length}) p
         join ${table} ${row} on ${isOfKey(list)} ${joins}`,
      all,
    ),
  )
}

async function nextPage(
  tx: Transaction,
  list: JsonList,
  { found, values, order }: Asked,
  page: Page,
): Promise<Rows> {
  const { table, row, joins, record } = list
  const columns = Object.keys(list.keys)
  const inOrder = `select ${columns} from (${found}) p order by ${order}`
  const count = `select count(*) as total from (${found}) p`
  const { keys, total } = await nextKeys<Record<string, unknown>>(tx, { keys: inOrder, count, values }, page)
  const arrays = Object.values(list.keys).map((type, at) => `$${at + 1}::${type}[]`)
  const { rows } = await tx.one<Pick<Rows, 'rows'>>(
    `select string_agg(${record}, ',' order by p.place) as rows
     from unnest(${arrays}) with ordinality p(${columns}, place)
       join lateral (select * from ${table} ${row} where ${isOfKey(list)} offset 0) ${row} on true ${joins}`,
    columns.map((column) => keys.map((key) => key[column])),
  )
  return { rows, total }
}
