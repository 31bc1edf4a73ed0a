import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { explainFailure } from './explain-failure.ts'

/** What a start writes first, with room to spare. */
const PROBE_BYTES = 256 * 1024

/**
 * Makes a folder where there is none and tries to write into it.
 * @throws StartFailure with one sentence: it is a file or below one, closed, read-only or full
 */
export async function requireFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir)
    const used = join(dataDir, 'postgres')
    const folder = await stat(used).then(
      () => used,
      () => dataDir,
    )
    const probe = join(folder, `probe-${process.pid}`)
    await writeFile(probe, Buffer.alloc(PROBE_BYTES))
      .finally(() => rm(probe, { force: true }))
      .catch((error) => Promise.reject(Object.assign(error, { path: folder })))
  } catch (error) {
    throw explainFailure(error, dataDir)
  }
}

/**
 * Makes a folder and those above it. Node's own recursive mkdir never comes back where the system answers ENOENT for
 * a folder that is there, as below /proc, and says ENOENT of a read-only disk.
 */
export async function makeFolder(folder: string): Promise<void> {
  const path = resolve(folder)
  const made = await mkdir(path).catch((error: NodeJS.ErrnoException) => error)
  if (!made) return
  if (made.code === 'ENOENT' && path !== dirname(path) && !(await isFolder(dirname(path)))) {
    await makeFolder(dirname(path))
    return makeFolder(path)
  }
  if (!(await isFolder(path))) throw made
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
