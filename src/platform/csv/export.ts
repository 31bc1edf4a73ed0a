import { setImmediate as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../database/database.ts'
import { inSnapshot } from '../database/statements/in-snapshot.ts'
import type { Spool } from '../http/answers/spool.ts'
import { badRequest } from '../http/errors/problems.ts'
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

/** Rows that are made into lines without a pause, which everything else in the process has to wait for. */
const ROWS_PER_BLOCK = 100

/** A whole list of one page. */
export async function pageText(columns: Column[], first: Page) {
  let text = ''
  for await (const block of pageBlocks(columns, first, 1)) text += block
  return text
}

/** The lines of a page in blocks, with the heading before those of the first page. */
async function* pageBlocks(columns: Column[], { data }: Page, page: number) {
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
    yield* pageBlocks(columns, found, page)
    done = isLast(found, page)
  }
}

const tooLarge = (megabytes: number) =>
  badRequest(
    'export_too_large',
    `The export is larger than ${megabytes} MB: use the list’s filters to ask for less`,
  )
