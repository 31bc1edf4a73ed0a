/** What the first bytes of a file say that it is. */
type FileKind =
  | { is: 'text'; encoding: Encoding; bom: number }
  | { is: 'empty' }
  | { is: 'binary'; what: Binary }

/** In which encoding a text is read; `windows-1252` is what people call Latin-1. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export type Binary = 'excel' | 'old-excel' | 'pdf' | 'gzip' | 'image' | 'other'

const MARKS: [number[], Binary][] = [
  [[0x50, 0x4b, 3, 4], 'excel'], // a zip, which .xlsx is
  [[0xd0, 0xcf, 0x11, 0xe0], 'old-excel'],
  [[0x25, 0x50, 0x44, 0x46], 'pdf'],
  [[0x1f, 0x8b], 'gzip'],
  [[0x89, 0x50, 0x4e, 0x47], 'image'],
  [[0xff, 0xd8, 0xff], 'image'],
]

const BOMS: [number[], Encoding][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** How many bytes `kindOf` wants to see. */
export const HEAD_BYTES = 64 * 1024

/** Tells texts from what is none. A text without a byte order mark is taken for UTF-8 until a byte says no. */
export function kindOf(head: Uint8Array): FileKind {
  if (head.length === 0) return { is: 'empty' }
  const starts = (bytes: number[]) => bytes.every((byte, at) => head[at] === byte)
  const mark = MARKS.find(([bytes]) => starts(bytes))
  if (mark) return { is: 'binary', what: mark[1] }
  const [bytes, encoding] = BOMS.find(([bytes]) => starts(bytes)) ?? [[], 'utf-8' as const]
  if (encoding === 'utf-8' && head.includes(0)) return { is: 'binary', what: 'other' }
  return { is: 'text', encoding, bom: bytes.length }
}
