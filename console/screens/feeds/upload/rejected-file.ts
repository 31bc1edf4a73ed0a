import { csvOf } from '../../../logic/feeds/csv-records.ts'
import { ERROR_COLUMN } from '../../../logic/feeds/feed-columns.ts'
import type { FileSource } from './file-source.ts'
import type { Rejected } from './push-part.ts'

/** The rejected rows in the form of their file, with why: corrected, it can be dropped in again. */
export function rejectedFile({ file, form }: FileSource, rejected: Rejected[]): { name: string; blob: Blob } {
  const stem = file.name.replace(/(-rejected)?\.[^.]*$/, '')
  const name = (ending: string) => `${stem}-rejected.${ending}`
  if (form.is === 'ndjson') {
    const lines = rejected.map(({ row, error }) => JSON.stringify({ ...row.cells, [ERROR_COLUMN]: error }))
    return {
      name: name('ndjson'),
      blob: new Blob([`${lines.join('\n')}\n`], { type: 'application/x-ndjson' }),
    }
  }
  const places = form.columns.flatMap((column, at) => (column === ERROR_COLUMN ? [] : [at]))
  const rows = rejected.map(({ row, error }) => {
    const cells = Array.isArray(row.cells) ? row.cells : []
    return [...places.map((at) => cells[at] ?? ''), error, ...cells.slice(form.columns.length)]
  })
  const columns = [...places.map((at) => form.columns[at] ?? ''), ERROR_COLUMN]
  return { name: name('csv'), blob: new Blob([csvOf(columns, rows, form.delimiter)], { type: 'text/csv' }) }
}
