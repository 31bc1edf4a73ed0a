import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../database/database.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import { badRequest } from '../http/problems.ts'
import type { Spool } from '../http/spool.ts'
import type { Column } from './columns.ts'
import { BYTE_ORDER_MARK, headingLine, rowLines } from './lines.ts'

/** Rows that are read and held at a time. */
export const ROWS_PER_PAGE = 2_000

/** What a list answers; one without pages has no total, and a feed says where to go on. */
export interface Page {
  data: unknown[]
  total?: number
  next?: string
}
/** Where a list is read: the database, or one snapshot of it. */
export type Reads = Database | Tx
export type ReadPage = (reads: Reads, page: number) => Promise<Page>

/** Whether nothing comes after the page of that number; a feed ends with the first page that is not full. */
const isLast = ({ data, total = 0, next }: Page, page: number) =>
  next === undefined ? page * ROWS_PER_PAGE >= total : data.length < ROWS_PER_PAGE

export const isWhole = (first: Page) => isLast(first, 1)

export const pageLines = (columns: Column[], { data }: Page) =>
  BYTE_ORDER_MARK + headingLine(columns) + rowLines(columns, data)

/**
 * Puts all pages of a list into a spool, as fast as the database gives them. They are read in one snapshot, so that
 * they show the rows as they were at one instant, each once.
 * @throws 400 when the export is larger than a spool may be, or `gone` has aborted
 */
export async function spoolExport(
  { db, spools }: Pick<FastifyInstance, 'db' | 'spools'>,
  columns: Column[],
  read: ReadPage,
  gone: AbortSignal,
): Promise<Spool> {
  const spool = await spools.open(tooLarge)
  try {
    await inSnapshot(db, (reads) => spool.fill(exportLines(columns, (page) => read(reads, page), gone)))
    return spool
  } catch (error) {
    await spool.close()
    throw error
  }
}

async function* exportLines(columns: Column[], read: (page: number) => Promise<Page>, gone: AbortSignal) {
  for (let page = 1, done = false; !done; page++) {
    if (gone.aborted) throw badRequest('caller_gone', 'The caller has gone; ask again.')
    const found = await read(page)
    yield page === 1 ? pageLines(columns, found) : rowLines(columns, found.data)
    done = isLast(found, page)
  }
}

const tooLarge = (megabytes: number) =>
  badRequest(
    'export_too_large',
    `The export is larger than ${megabytes} MB: use the list’s filters to ask for less`,
  )
