import { createReadStream } from 'node:fs'
import { MOST_CERTIFICATE_BYTES } from '../transparency/certificate.ts'
import { readJson, sayWhy } from '../transparency/check.ts'
import { UsageError } from './options.ts'

const LINE_BREAK = 10

/**
 * The JSON texts of a file: its lines, or the whole file when its first line is no JSON of its own. `null` stands for a
 * text that is too long. No more than one text is held at a time.
 * @throws UsageError when the file can't be read
 */
export async function* textsOf(file: string): AsyncGenerator<{ text: string | null; line: number }> {
  const whole = bounded<string>()
  let line = 0
  let isWhole = false
  for await (const text of linesOf(file)) {
    line += 1
    if (line === 1 && text !== null && readJson(text) === undefined) isWhole = true
    if (!isWhole && (text === null || text.trim() !== '')) yield { text, line }
    if (isWhole && !whole.add(`${text ?? ''}\n`)) return yield { text: null, line: 1 }
  }
  if (isWhole) yield { text: whole.take()?.join('') ?? null, line: 1 }
}

/** The lines of a file, null for one that is longer than a certificate. */
async function* linesOf(file: string): AsyncGenerator<string | null> {
  const parts = bounded<Buffer>()
  const line = () => {
    const taken = parts.take()
    return taken && Buffer.concat(taken).toString('utf8')
  }
  let isOpen = false
  for await (const chunk of chunksOf(file)) {
    let start = 0
    for (let end = chunk.indexOf(LINE_BREAK); end >= 0; end = chunk.indexOf(LINE_BREAK, start)) {
      parts.add(chunk.subarray(start, end))
      yield line()
      start = end + 1
    }
    isOpen = start < chunk.length || (isOpen && start === 0)
    parts.add(chunk.subarray(start))
  }
  if (isOpen) yield line()
}

/** Parts of a text up to the length of a certificate; with more, all are given up. */
function bounded<Part extends { length: number }>() {
  let parts: Part[] | null = []
  let length = 0
  return {
    /** Whether it still fits. */
    add(part: Part): boolean {
      length += part.length
      if (length > MOST_CERTIFICATE_BYTES) parts = null
      parts?.push(part)
      return parts !== null
    },
    /** The parts, or null when they were too long; then it begins anew. */
    take(): Part[] | null {
      const taken = parts
      ;[parts, length] = [[], 0]
      return taken
    },
  }
}

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield* file === '-' ? process.stdin : createReadStream(file)
  } catch (error) {
    throw new UsageError(`${file}: ${sayWhy(error)}.`)
  }
}
