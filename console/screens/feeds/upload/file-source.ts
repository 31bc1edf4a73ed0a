import { csvFormOf, csvRows } from '../../../logic/feeds/csv-records.ts'
import { textsOf } from '../../../logic/feeds/decode.ts'
import { type Binary, type Encoding, HEAD_BYTES, kindOf } from '../../../logic/feeds/file-kind.ts'
import type { FileForm, FileRow } from '../../../logic/feeds/file-rows.ts'
import { ndjsonFormOf, ndjsonRows } from '../../../logic/feeds/ndjson-records.ts'

/** A file whose rows can be read, from the beginning, as often as wanted. */
export interface FileSource {
  file: File
  form: FileForm
  encoding: Encoding
  hasBom: boolean
  /** The rows, some at a time; `onBytes` is told how many bytes are read. @throws BadEncoding */
  rows(onBytes?: (bytes: number) => void): AsyncGenerator<FileRow[]>
}

/** Why a file is none whose rows can be sent. */
export type Unfit = { is: 'empty' } | { is: 'binary'; what: Binary } | { is: 'json' } | { is: 'markup' }

/** Looks at the beginning of a file. @param encoding what a person has chosen */
export async function openFile(file: File, encoding?: Encoding): Promise<FileSource | Unfit> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const kind = kindOf(bytes)
  if (kind.is !== 'text') return kind
  const read = encoding ?? kind.encoding
  const head = wholeLines(new TextDecoder(read).decode(bytes), bytes.length === file.size)
  if (head.trim() === '') return { is: 'empty' }
  if (head.trimStart().startsWith('<')) return { is: 'markup' }
  const form = ndjsonFormOf(head) ?? (/^\s*[[{]/.test(head) ? undefined : csvFormOf(head))
  if (!form) return { is: 'json' }
  return {
    file,
    form,
    encoding: read,
    hasBom: kind.bom > 0,
    rows: (onBytes) => {
      const texts = textsOf(counted(file, onBytes), read)
      return form.is === 'csv' ? csvRows(texts, form) : ndjsonRows(texts)
    },
  }
}

/** Without the last line, which may be cut. */
const wholeLines = (head: string, isAll: boolean) =>
  isAll || !head.includes('\n') ? head : head.slice(0, head.lastIndexOf('\n'))

/** Blocks of a size that keeps the page moving. */
const BLOCK_BYTES = 512 * 1024

async function* counted(file: File, onBytes?: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.size; at += BLOCK_BYTES) {
    const block = new Uint8Array(await file.slice(at, at + BLOCK_BYTES).arrayBuffer())
    yield block
    onBytes?.(at + block.length)
  }
}
