import { type FileForm, type FileRow, LONGEST_ROW } from './file-rows.ts'

/** How many records of a beginning are asked for their names. */
const ASKED = 200

/** The names in the records at the beginning of an NDJSON file, or undefined if it is none. */
export function ndjsonFormOf(head: string): Extract<FileForm, { is: 'ndjson' }> | undefined {
  const lines = head.split('\n').filter((line) => line.trim() !== '')
  if (!lines[0]?.trimStart().startsWith('{') || !objectOf(lines[0])) return undefined
  const objects: Record<string, unknown>[] = lines.slice(0, ASKED).flatMap((line) => [objectOf(line) ?? {}])
  return { is: 'ndjson', columns: [...new Set(objects.flatMap((object) => Object.keys(object)))] }
}

/** The records of NDJSON, some at a time; what is no object is told as broken. */
export async function* ndjsonRows(texts: AsyncIterable<string>): AsyncGenerator<FileRow[]> {
  let rest = ''
  let line = 0
  const rowOf = (text: string): FileRow[] => {
    line += 1
    if (text.trim() === '') return []
    const cells = text.length > LONGEST_ROW ? undefined : objectOf(text)
    if (cells) return [{ line, cells }]
    return [{ line, cells: {}, broken: { is: text.length > LONGEST_ROW ? 'long' : 'json' } }]
  }
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    const rows = lines.flatMap(rowOf)
    if (rows.length > 0) yield rows
    if (rest.length > 16 * LONGEST_ROW) break // one endless line: it is told, and nothing behind it is read
  }
  const rows = rest === '' ? [] : rowOf(rest)
  if (rows.length > 0) yield rows
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
