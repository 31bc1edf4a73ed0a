import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ServerFolder } from './server-folder.ts'

const PROGRAM = fileURLToPath(new URL('./keeper-program.ts', import.meta.url))

/** Waits for a word; when the writer ends without one, the program takes the shell's place. */
const SCRIPT = 'read -r word && exit; exec "$0" "$@"'

/**
 * Sees to it that a server does not outlive a process that is killed: a shell waits at the other end of a pipe, which
 * costs next to nothing, and when the pipe breaks, keeper-program.ts ends the server if nobody else uses it.
 * @returns what tells the keeper that this process has left the server in order
 */
export function startKeeper(folder: ServerFolder): () => void {
  if (process.platform === 'win32') return () => {}
  const args = ['-c', SCRIPT, process.execPath, PROGRAM, JSON.stringify(folder)]
  const keeper = spawn('/bin/sh', args, {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keeper.on('error', () => {}) // without a keeper everything else works
  keeper.stdin.on('error', () => {})
  keeper.unref()
  ;(keeper.stdin as unknown as Socket).unref()
  return () => void keeper.stdin.end('left\n')
}
