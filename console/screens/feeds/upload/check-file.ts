import type { FileRow } from '../../../logic/feeds/file-rows.ts'
import type { FileSource } from './file-source.ts'

/** What a look at every row has found. */
export interface Checked {
  /** Rows that can be sent. */
  rows: number
  /** How many can't be read; the first of them are in `broken`. */
  brokenRows: number
  broken: FileRow[]
  /** The first rows that can be sent. */
  sample: FileRow[]
}

const KEPT = 100
/** So many records a dry run shows. */
const SAMPLE = 20

/** Reads all of a file once, before anything is sent. @throws BadEncoding, and AbortError after `signal` */
export async function checkFile(
  source: FileSource,
  tell: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Checked> {
  const checked: Checked = { rows: 0, brokenRows: 0, broken: [], sample: [] }
  for await (const rows of source.rows(tell)) {
    signal.throwIfAborted()
    for (const row of rows) {
      if (row.broken) {
        checked.brokenRows += 1
        if (checked.broken.length < KEPT) checked.broken.push(row)
        continue
      }
      checked.rows += 1
      if (checked.sample.length < SAMPLE) checked.sample.push(row)
    }
  }
  return checked
}
