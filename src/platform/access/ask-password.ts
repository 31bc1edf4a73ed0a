import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartupError } from '../process/startup-error.ts'

/**
 * Asks for a new password twice at the terminal, without showing it.
 * @throws StartupError when there is no terminal, the two differ, or the asking is broken off
 */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new StartupError('There is no terminal to ask for the password: set CREATE_USER_PASSWORD.')
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true, historySize: 0 })
  const brokenOff = new AbortController()
  terminal.once('close', () => brokenOff.abort())
  const ask = async (question: string) => {
    process.stderr.write(question)
    const answer = await terminal.question('', { signal: brokenOff.signal }).finally(() => console.error())
    return answer
  }
  try {
    const password = await ask('Password: ')
    const again = await ask('The same again: ')
    if (password !== again) throw new StartupError('The two passwords differ; no user was created.')
    return password
  } catch (error) {
    if (brokenOff.signal.aborted) throw new StartupError('Cancelled; no user was created.')
    throw error
  } finally {
    terminal.close()
  }
}
