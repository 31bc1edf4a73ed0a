import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes dist/: first what the page names, then the page at once, then nothing is left of the build before. So a
 * service that reads while this runs finds a page whose files are all there.
 */
export async function writeDist(dist: string, files: Map<string, Uint8Array>): Promise<void> {
  const isPage = (path: string) => path.startsWith('index.html')
  const paths = [...files.keys()].sort((a, b) => Number(isPage(a)) - Number(isPage(b)) || b.length - a.length)
  for (const path of paths) await writeWhole(join(dist, path), files.get(path) as Uint8Array)
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const isOld = entry.isFile() && !entry.name.endsWith('.new') // another build may be at work
    if (isOld && !files.has(path.slice(dist.length + 1).replaceAll('\\', '/')))
      await rm(path, { force: true })
  }
}

/** Under its name a file is there whole or not at all. */
async function writeWhole(path: string, content: Uint8Array) {
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${process.pid}.new`
  await writeFile(unfinished, content)
  await rename(unfinished, path)
}
