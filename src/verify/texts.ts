import { createReadStream } from 'node:fs'
import { MOST_CERTIFICATE_BYTES } from '../transparency/certificate.ts'
import { sayWhy } from '../transparency/check.ts'
import { UsageError } from './options.ts'

/** No line is read further: it is too long to be a certificate, and said to be none. */
const MOST = MOST_CERTIFICATE_BYTES + 1

/**
 * The lines of a file. No more than one is held at a time, cut where it is too long.
 * @throws UsageError when the file can't be read
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
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
  yield open
}
