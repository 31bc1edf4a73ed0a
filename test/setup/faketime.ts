import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from './programs.ts'

/** The settings with which a process lives so many seconds ahead of all others (negative: behind them). It needs `faketime`. */
export async function clockAheadBy(seconds: number): Promise<Record<string, string>> {
  const faketime = findProgram('faketime') as string
  const { stdout } = await promisify(execFile)(faketime, ['-f', '+0s', 'printenv', 'LD_PRELOAD'])
  const FAKETIME = `${seconds < 0 ? '' : '+'}${seconds}s`
  return { LD_PRELOAD: stdout.trim(), FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
