import { readFileSync } from 'node:fs'

/** Where build.ts writes the bundle. */
export const PROGRAM = new URL('dist/verifier.js', import.meta.url)

/** The program of the page, or null where it was not built. Read once, when the service is built. */
export function readProgram(): string | null {
  try {
    return readFileSync(PROGRAM, 'utf8')
  } catch {
    return null
  }
}
