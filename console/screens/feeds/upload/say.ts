import type { FileForm, FileRow } from '../../../logic/feeds/file-rows.ts'
import { count, plural } from '../../../logic/format.ts'
import { type Refusal, UNREADABLE } from './use-upload.ts'

/** What is wrong with a row that can't be read. */
export function sayBroken({ broken }: FileRow): string {
  switch (broken?.is) {
    case 'cells':
      return `${plural(broken.found, 'cell', 'cells')} where the header has ${count(broken.wanted)}.`
    case 'quote':
      return 'A quote stands inside a quoted cell: write it twice ("").'
    case 'open-quote':
      return 'A quote is never closed.'
    case 'long':
      return 'Longer than 64 kB.'
    default:
      return 'Not a JSON object.'
  }
}

const BINARY = {
  excel: 'This is an Excel workbook (or another zip), not a CSV. In Excel choose Save as, CSV UTF-8.',
  'old-excel': 'This is an old Excel workbook, not a CSV. In Excel choose Save as, CSV UTF-8.',
  pdf: 'This is a PDF, not a CSV. Export the data as CSV.',
  gzip: 'This file is packed (gzip). Unpack it and drop what is in it.',
  image: 'This is a picture, not a CSV.',
  other: 'This is no text: it has bytes that no CSV has. Export the data as CSV in UTF-8.',
}

/** Why nothing of a file can be sent, and what to do. */
export function sayRefusal(why: Refusal): string {
  switch (why.is) {
    case 'empty':
      return 'The file is empty.'
    case 'no-rows':
      return 'The file has a header and no rows.'
    case 'binary':
      return BINARY[why.what]
    case 'json':
      return 'This is one JSON document. Save it with one record a line (NDJSON), or as CSV.'
    case 'markup':
      return 'This is XML or a web page, perhaps an error page that was downloaded instead of the data.'
    case 'encoding':
      return `The file is not UTF-8: line ${count(why.line)} has a byte that UTF-8 does not have. It is probably Latin-1 (Windows-1252), where the line reads:`
    case 'open-quote':
      return `A quote that begins on line ${count(why.line)} is never closed, so all behind it would be one cell. Close it, or write it twice ("") if it belongs to the text.`
    case 'unreadable':
      return UNREADABLE
  }
}

const DELIMITERS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

export const sayForm = (form: FileForm) =>
  form.is === 'ndjson' ? 'NDJSON' : `CSV with ${DELIMITERS[form.delimiter] ?? form.delimiter}`

/** A size as a person says it: `200 MB`. */
export function saySize(bytes: number): string {
  const [unit, size] =
    bytes >= 1e9
      ? ['gigabyte', 1e9]
      : bytes >= 1e6
        ? ['megabyte', 1e6]
        : bytes >= 1e3
          ? ['kilobyte', 1e3]
          : ['byte', 1]
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: unit as string,
    unitDisplay: 'short',
    maximumFractionDigits: bytes >= 1e9 ? 1 : 0,
  }).format(bytes / (size as number))
}
