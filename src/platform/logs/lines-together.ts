/** What lines are written to. */
export interface LineStream {
  write(line: string): void
  /** Writes what is held now. pino calls it after a fatal line. */
  flushSync(): void
}

/** How long a line waits for others, in milliseconds. */
const WAIT_MS = 10

/** So much is written at once, however short it has waited. */
const MOST_CHARACTERS = 65_536

/**
 * Writes the lines of some milliseconds together: a system call for each of them, and waking whoever reads them, would
 * cost more than the lines. Call `flushSync` at the exit of the process. A SIGKILL loses the lines that wait.
 */
export function linesTogether(output: { write(text: string): void }): LineStream {
  let held = ''

  function flushSync() {
    if (held === '') return
    const lines = held
    held = ''
    output.write(lines)
  }

  return {
    flushSync,
    write(line) {
      if (held === '') setTimeout(flushSync, WAIT_MS)
      held += line
      if (held.length > MOST_CHARACTERS) flushSync()
    },
  }
}
