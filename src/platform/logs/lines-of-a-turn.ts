/** What lines are written to. */
export interface LineStream {
  write(line: string): void
  /** Writes what is held now. pino calls it after a fatal line. */
  flushSync(): void
}

/** So much is written at once, whether the turn is over or not. */
const MOST_CHARACTERS = 65_536

/**
 * Writes all lines of one turn of the event loop together, at its end: a system call for each of them would cost more
 * than the lines. Call `flushSync` at the exit of the process. A SIGKILL loses the lines of the turn that it cuts off.
 */
export function linesOfATurn(output: { write(text: string): void }): LineStream {
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
      if (held === '') setImmediate(flushSync)
      held += line
      if (held.length > MOST_CHARACTERS) flushSync()
    },
  }
}
