import { closeSync, openSync } from 'node:fs'
import { isatty } from 'node:tty'

/** Asked at the start: a terminal that is closed is none any more. */
const TERMINALS = [1, 2].filter((fd) => isatty(fd))

/**
 * Lets the output to a terminal go nowhere. One that was closed refuses every line with EIO, over which the logger
 * throws, and tries without end to write its last lines while the process exits.
 */
export function leaveTerminal() {
  for (const fd of TERMINALS.splice(0)) {
    closeSync(fd)
    openSync('/dev/null', 'w') // takes the lowest number, which has just become free
  }
}

/** Whether an error says that the terminal is gone. */
export const isOfClosedTerminal = ({ code, syscall }: NodeJS.ErrnoException) =>
  code === 'EIO' && syscall === 'write'
