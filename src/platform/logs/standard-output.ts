import { writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1
const PAUSE_MS = 5
const nobody = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes to the standard output and comes back when it is written, so that a line of a process that exits is not lost,
 * and a reader that is slow slows the process down instead of filling its memory: `process.stdout` would keep what a
 * pipe does not take. Nothing is written to a reader that has gone.
 */
export function writeOut(text: string) {
  for (let rest = Buffer.from(text); rest.length > 0; )
    try {
      rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      Atomics.wait(nobody, 0, 0, PAUSE_MS)
    }
}
