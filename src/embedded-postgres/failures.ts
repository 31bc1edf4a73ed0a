/** A reason why the service, or its PostgreSQL, can't start or go on, as one sentence that says what to do about it. */
export class StartupError extends Error {
  override name = 'StartupError'
}

const FULL = /ENOSPC|EDQUOT|No space left on device|Check free disk space|Disk quota exceeded/

/** Turns what the file system, initdb or the server says into the sentence an operator can act on. */
export function explainFailure(error: unknown, dataDir: string): StartupError {
  return error instanceof StartupError
    ? error
    : new StartupError(sentenceOf(error as Error, dataDir), { cause: error })
}

function sentenceOf(error: NodeJS.ErrnoException & { stderr?: string }, dataDir: string): string {
  const { code, path = dataDir, syscall, stderr, message } = error
  const words = stderr || message
  if (FULL.test(`${code} ${words}`))
    return `The disk that holds ${dataDir} is full: make room, or set DATA_DIR to a folder on another disk.`
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${path} is in the way, or is not a folder: set DATA_DIR to a folder.`
  if (code === 'EROFS')
    return `The disk that holds ${dataDir} is read-only: set DATA_DIR to a folder on another disk.`
  if (code === 'ENOENT' && syscall === 'mkdir')
    return `${path} can't be made: set DATA_DIR to a folder that can.`
  if ((code === 'EACCES' || code === 'EPERM') && !syscall?.startsWith('spawn'))
    return `${path} is closed to this user: start as its owner, or set DATA_DIR to a folder of your own.`
  return `PostgreSQL did not start (${essence(words)}): fix that, or set DATABASE_URL to a PostgreSQL server.`
}

/** What of PostgreSQL's output says why it ended. */
function essence(output: string): string {
  const fatal = [...output.matchAll(/FATAL: +(.*)(?:\n.*DETAIL: +(.*)\.)?/g)].at(-1)
  if (fatal) return fatal.slice(1).filter(Boolean).join(': ')
  const lines = output.trim().split('\n')
  const line = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? ''
  return line.replace(/^.*?(ERROR|error): +/, '')
}
