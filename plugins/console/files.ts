import { hash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import type { Encoding } from '../../src/platform/http/answers/encodings.ts'
import { entityTag } from '../../src/platform/http/answers/entity-tag.ts'

/** What is sent of a file, with the tag of these very bytes. */
export interface Form {
  content: Buffer
  tag: string
}

/** A file of the console as it is and compressed. */
export interface ConsoleFile {
  type: string
  forms: Map<Encoding, Form>
}

/** By path in dist/, such as index.html. */
export type Files = ReadonlyMap<string, ConsoleFile>

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json',
}
const ENCODINGS: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' }

/** Where `npm run console` builds. */
export const DIST = join(import.meta.dirname, '../../console/dist')

/** The page, which names all other files. */
export const PAGE = 'index.html'

const kept = new Map<string, Files>()

/** Reads what is built, if anything: from now on this is what is served, whatever is built there. */
export async function keepFiles(dist = DIST) {
  const files = await readFiles(dist).catch(noFile)
  if (files?.has(PAGE)) kept.set(dist, files)
}

/**
 * What `npm run console` has built, held in memory from the first use on; undefined as long as there is no page.
 * @param isFixed false: a page that was built anew is read anew
 */
export function createFiles(dist: string, isFixed: boolean): () => Promise<Files | undefined> {
  let held: { builtAt: number; files: Promise<Files> } | undefined

  return async () => {
    const files = kept.get(dist)
    if (files) return files
    if (held && isFixed) return held.files
    const builtAt = await stat(join(dist, PAGE)).then(({ mtimeMs }) => mtimeMs, noFile)
    if (builtAt === undefined) return undefined
    if (held?.builtAt !== builtAt) held = { builtAt, files: readFiles(dist) }
    return held.files.catch((error) => {
      held = undefined // the next one tries again
      throw error
    })
  }
}

async function readFiles(dist: string): Promise<Files> {
  const files = new Map<string, ConsoleFile>()
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const read = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    const content = entry.isFile() ? await readFile(path).catch(noFile) : undefined
    if (content) add(files, relative(dist, path).replaceAll('\\', '/'), content)
  })
  await Promise.all(read)
  return files
}

function add(files: Map<string, ConsoleFile>, path: string, content: Buffer) {
  const ending = extname(path)
  const encoding = ENCODINGS[ending] ?? 'identity'
  const name = encoding === 'identity' ? path : path.slice(0, -ending.length)
  const file = files.get(name) ?? {
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    forms: new Map(),
  }
  file.forms.set(encoding, { content, tag: entityTag(hash('sha256', content, 'base64url')) })
  files.set(name, file)
}

/** A build may take a file away at any time, and everything before the first build. */
function noFile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
