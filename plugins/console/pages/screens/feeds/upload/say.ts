import type { FileForm, FileRow } from '../../../logic/file-rows.ts'
import type { Refusal } from './use-upload.ts'
import { words } from './words.ts'

/** What is wrong with a row that can't be read. */
export function sayBroken({ broken }: FileRow): string {
  switch (broken?.is) {
    case 'cells':
      return words.brokenCells(broken.found, broken.wanted)
    case 'quote':
      return words.brokenQuote
    case 'open-quote':
      return words.brokenOpen
    case 'long':
      return words.brokenLong
    default:
      return words.brokenJson
  }
}

const BINARY = {
  excel: words.excel,
  'old-excel': words.oldExcel,
  pdf: words.pdf,
  gzip: words.gzip,
  image: words.image,
  other: words.binary,
}

/** Why nothing of a file can be sent, and what to do. */
export function sayRefusal(why: Refusal): string {
  switch (why.is) {
    case 'empty':
      return words.empty
    case 'no-rows':
      return words.noRows
    case 'binary':
      return BINARY[why.what]
    case 'json':
      return words.json
    case 'markup':
      return words.markup
    case 'encoding':
      return words.encoding(why.line)
    case 'open-quote':
      return words.openQuote(why.line)
    case 'unreadable':
      return words.unreadable
  }
}

const DELIMITERS: Record<string, string> = {
  ',': words.comma,
  ';': words.semicolon,
  '\t': words.tab,
  '|': words.pipe,
}

export const sayForm = (form: FileForm) =>
  form.is === 'ndjson' ? words.ndjson : words.csv(DELIMITERS[form.delimiter] ?? form.delimiter)

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
