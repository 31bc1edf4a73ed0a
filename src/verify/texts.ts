import { createReadStream } from 'node:fs'
import { MOST_CERTIFICATE_BYTES } from '../transparency/certificate.ts'
import { readJson, sayWhy } from '../transparency/check.ts'
import { UsageError } from './options.ts'

/** No text is read further: it is too long to be a certificate, and said to be none. */
const MOST = MOST_CERTIFICATE_BYTES + 1

/**
 * The JSON texts of a file: its lines, or the whole file when its first line is no JSON of its own. No more than one
 * text is held at a time, cut where it is too long.
 * @throws UsageError when the file can't be read
 */
export async function* textsOf(file: string): AsyncGenerator<{ text: string; line: number }> {
  let whole: string[] | undefined
  let [line, length] = [0, 0]
  for await (const text of linesOf(file)) {
    line += 1
    if (line === 1 && text.length < MOST && readJson(text) === undefined) whole = []
    if (!whole && text.trim() !== '') yield { text, line }
    whole?.push(text)
    length += text.length + 1
    if (whole && length > MOST) break
  }
  if (whole) yield { text: whole.join('\n'), line: 1 }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let open = ''
  try {
    for await (const chunk of (file === '-' ? process.stdin : createReadStream(file)).setEncoding('utf8')) {
      const [first = '', ...others] = (chunk as string).split('\n')
      open = (open + first).slice(0, MOST)
      for (const line of others) {
        yield open
        open = line
      }
    }
  } catch (error) {
    throw new UsageError(`${file}: ${sayWhy(error)}.`)
  }
  if (open !== '') yield open
}
