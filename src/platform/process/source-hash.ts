import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the API's document, and the code made of it, can depend on. */
const SOURCES = ['package-lock.json', 'src', 'plugins', 'prisma/migrations']
const NOT_OF_THE_API = /^src\/(sdk|platform\/prisma)\/|\.md$/

/** A hash over the names and contents of the service's source, in hex. */
export async function sourceHash(root: string): Promise<string> {
  const files = (await Promise.all(SOURCES.map((source) => filesOf(root, source)))).flat()
  const texts = await Promise.all(files.map((file) => readFile(join(root, file))))
  const hash = createHash('sha256')
  for (const [n, text] of texts.entries()) hash.update(`${files[n]} ${text.length}\n`).update(text)
  return hash.digest('hex')
}

/** The file itself, or all files of a folder, with their paths from the root, in a fixed order. */
async function filesOf(root: string, source: string): Promise<string[]> {
  if (source.includes('.')) return [source]
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !NOT_OF_THE_API.test(file))
    .sort()
}
