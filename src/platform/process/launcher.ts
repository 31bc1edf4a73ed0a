import { readFileSync } from 'node:fs'

const LOOK_MS = 500

/**
 * Calls `gone` once when the npm that runs this process has ended. npm hands a signal to the shell between the two at
 * most, and when it is killed to nobody, so the service would stay behind with its port and its database.
 * @param script the name of the npm script that runs, if any; others than start and worker may mean to leave it
 */
export function watchLauncher(gone: () => void, script = process.env.npm_lifecycle_event) {
  if (script !== 'start' && script !== 'worker') return
  const shell = process.ppid
  const npm = isShell(shell) ? parentOf(shell) : undefined
  const timer = setInterval(() => {
    if (process.ppid === shell && (npm === undefined || parentOf(shell) === npm)) return
    clearInterval(timer)
    gone()
  }, LOOK_MS)
  timer.unref()
}

/** The number of a process's parent; undefined when it has ended, or where the system has no /proc. */
function parentOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8').match(/^PPid:\s*(\d+)/m)?.[1]
  } catch {
    return undefined
  }
}

/** Whether npm has a shell in between: some shells become the command that they run. */
function isShell(pid: number): boolean {
  try {
    return /^(?:(?:ba|da|a|k|z)?sh|busybox)$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
  } catch {
    return false
  }
}
