import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The settings with which a process lives so many seconds ahead of all others (negative: behind them); undefined on a
 * machine without `faketime`.
 */
export async function clockAheadBy(seconds: number): Promise<Record<string, string> | undefined> {
  const library = await run('faketime', ['-f', '+0s', 'printenv', 'LD_PRELOAD']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
  if (library === undefined) return undefined
  const FAKETIME = `${seconds < 0 ? '' : '+'}${seconds}s`
  return { LD_PRELOAD: library, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
