import { postmasterOf } from './throw-away.ts'

/** Sends a signal to processes, as far as they live. */
export function signalAll(pids: number[], signal: NodeJS.Signals) {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

/** Kills the server of a data folder. @returns the number that its process had */
export async function killServer(dataDir: string): Promise<number> {
  const pid = await postmasterOf(dataDir)
  process.kill(pid, 'SIGKILL')
  return pid
}
