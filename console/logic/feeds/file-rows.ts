/** A row of a file. */
export interface FileRow {
  /** Of the file, from 1: where the row begins. */
  line: number
  /** What stands in it: cells beside the columns of a CSV, or the object of a line of NDJSON. */
  cells: string[] | Record<string, unknown>
  /** Why it can't be read; nothing of it is sent. */
  broken?: Broken
}

export type Broken =
  | { is: 'cells'; found: number; wanted: number }
  | { is: 'quote' }
  | { is: 'open-quote' }
  | { is: 'json' }
  | { is: 'long' }

/** What a file is written in: found at its beginning. */
export type FileForm =
  | { is: 'csv'; delimiter: string; linebreak: string; columns: string[] }
  | { is: 'ndjson'; columns: string[] }

/** The service takes no longer line; a quote that is open for longer was never closed. */
export const LONGEST_ROW = 64 * 1024
