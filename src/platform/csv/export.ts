import { setImmediate as pause } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance } from 'fastify'
import { harmless } from '../../verify/formulas.ts'
import type { Database, Tx } from '../database/database.ts'
import { inSnapshot } from '../database/statements/in-snapshot.ts'
import type { Spool } from '../http/answers/spool.ts'
import { badRequest } from '../http/errors/problems.ts'
import { type Column, valueAt } from './list-schema.ts'

/** Rows that are read and held at a time. */
export const ROWS_PER_PAGE = 2_000

/** What a list answers; one without pages has no total, and a feed says where to go on. */
export interface Page {
  data: unknown[]
  total?: number
  next?: string
}
/** Reads a page of a list, in the database or in one snapshot of it. */
export type ReadPage = (reads: Database | Tx, page: number) => Promise<Page>

/** Whether nothing comes after the page of that number; a feed ends with the first page that is not full. */
export const isLast = ({ data, total = 0, next }: Page, page: number) =>
  next === undefined ? page * ROWS_PER_PAGE >= total : data.length < ROWS_PER_PAGE

/** Rows that are made into lines without a pause, which everything else in the process has to wait for. */
const ROWS_PER_BLOCK = 100

/** The lines of a page in blocks, with the heading before those of the first page. */
export async function* pageBlocks(columns: Column[], { data }: Page, page: number) {
  if (page === 1) yield BYTE_ORDER_MARK + headingLine(columns)
  for (let at = 0; at < data.length; at += ROWS_PER_BLOCK) {
    await pause()
    yield rowLines(columns, data.slice(at, at + ROWS_PER_BLOCK))
  }
}

/**
 * Puts all pages of a list into a spool, as fast as the database gives them. They are read in one snapshot, so that
 * they show the rows as they were at one instant, each once.
 * @throws 400 when the export is larger than a spool may be, or `gone` has aborted
 */
export const spoolExport = (
  { db, spools }: Pick<FastifyInstance, 'db' | 'spools'>,
  columns: Column[],
  read: ReadPage,
  gone: AbortSignal,
): Promise<Spool> =>
  spools.filled(tooLarge, (spool) =>
    inSnapshot(db, (reads) => spool.fill(exportLines(columns, (page) => read(reads, page), gone))),
  )

async function* exportLines(columns: Column[], read: (page: number) => Promise<Page>, gone: AbortSignal) {
  for (let page = 1; ; page++) {
    if (gone.aborted) throw badRequest('caller_gone', 'The caller has gone; ask again.')
    const found = await read(page)
    yield* pageBlocks(columns, found, page)
    if (isLast(found, page)) return
  }
}

const tooLarge = (megabytes: number) =>
  badRequest(
    'export_too_large',
    `The export is larger than ${megabytes} MB (SPOOL_MAX_MB): ask for less by the list’s filters, or page by page as JSON`,
  )

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * RFC 4180. Line breaks of any kind and blanks at the ends are kept by quotes. What has no columns of its own, such as
 * a list, is JSON in its cell; that begins with a bracket, so no spreadsheet runs it. Numbers are not made harmless: a
 * negative one is no text. (The library's own `escape_formulas` makes no such difference.)
 */
const OPTIONS = {
  record_delimiter: '\r\n',
  quoted_match: /[\r\n]|^ | $/,
  cast: {
    string: harmless,
    object: (value: object) => JSON.stringify(value),
    number: String,
    boolean: String,
  },
}

export const headingLine = (columns: Column[]) => stringify([columns.map(({ name }) => name)], OPTIONS)

/** Rows as lines. */
export const rowLines = (columns: Column[], rows: readonly unknown[]) =>
  stringify(
    rows.map((row) => columns.map((column) => valueAt(row, column))),
    OPTIONS,
  )
