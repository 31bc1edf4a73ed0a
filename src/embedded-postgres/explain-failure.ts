import { StartFailure } from './start-failure.ts'

/** Turns what the file system, initdb or the server says into the sentence an operator can act on. */
export function explainFailure(error: unknown, dataDir: string): StartFailure {
  if (error instanceof StartFailure) return error
  const { code, path, syscall, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string }
  const words = stderr || message
  const cause = { cause: error }

  if (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    /No space left on device|Check free disk space|Disk quota exceeded/.test(words)
  )
    return new StartFailure(
      `The disk that holds ${dataDir} is full: make room, or set DATA_DIR to a folder on another disk.`,
      cause,
    )
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new StartFailure(
      `${path ?? dataDir} is in the way, or is not a folder: set DATA_DIR to a folder.`,
      cause,
    )
  if (code === 'EROFS')
    return new StartFailure(
      `The disk that holds ${dataDir} is read-only: set DATA_DIR to a folder on another disk.`,
      cause,
    )
  if (code === 'ENOENT' && syscall === 'mkdir')
    return new StartFailure(`${path} can't be made: set DATA_DIR to a folder that can.`, cause)
  if (/^(EACCES|EPERM)$/.test(String(code)) && !syscall?.startsWith('spawn'))
    return new StartFailure(
      `${path ?? dataDir} is closed to this user: start as its owner, or set DATA_DIR to a folder of your own.`,
      cause,
    )
  return new StartFailure(
    `PostgreSQL did not start (${essence(words)}): fix that, or set DATABASE_URL to a PostgreSQL server.`,
    cause,
  )
}

/** The line of PostgreSQL's output that says why it ended. */
export function essence(output: string): string {
  const lines = output.trim().split('\n')
  const line =
    lines.findLast((line) => line.includes('FATAL')) ?? lines.findLast((line) => /error/i.test(line))
  return (line ?? lines.at(-1) ?? '').replace(/^.*?(FATAL|ERROR|error): +/, '')
}
