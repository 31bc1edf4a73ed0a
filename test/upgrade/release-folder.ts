import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')
const SOURCES = [
  'src',
  'plugins',
  'console',
  'prisma',
  'docs',
  'README.md',
  'package.json',
  'package-lock.json',
]

/**
 * A folder that a release is served from: this checkout with the packages of production, linked where it is on one disk.
 * `upgrade` does to it what `git pull && npm ci` does in the middle: the packages are gone, and where the code was is
 * that of another release, none of which would run in a process of this one, and which has other names for its files.
 */
export async function releaseFolder(t: { teardown(work: () => unknown): unknown }) {
  const folder = await mkdtemp(join(tmpdir(), 'sos-release-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const packages = await packagesOfProduction()
  for (const path of [...SOURCES, ...packages]) {
    const target = dirname(join(folder, path))
    await mkdir(target, { recursive: true })
    await copy('-al', join(root, path), target).catch(() => copy('-a', join(root, path), target))
  }

  async function upgrade() {
    await rename(join(folder, 'node_modules'), join(folder, 'packages-before'))
    for (const source of SOURCES) {
      const files = await filesOf(join(folder, source))
      await rm(join(folder, source), { recursive: true })
      for (const file of files) {
        await mkdir(dirname(file), { recursive: true })
        const name = file === join(folder, source) ? file : join(dirname(file), `moved-${basename(file)}`)
        await writeFile(name, 'throw new Error("this is of another release")\n')
      }
    }
  }

  return { folder, upgrade }
}

const copy = (how: string, from: string, to: string) => promisify(execFile)('cp', [how, from, to])

/** The folders of all packages that `npm ci --omit=dev` installs, none within another. */
async function packagesOfProduction() {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const paths = Object.entries(packages as Record<string, { dev?: boolean }>)
    .filter(([path, { dev }]) => path && !dev)
    .map(([path]) => path)
  const outermost = paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))
  return outermost.filter((path) => existsSync(join(root, path))) // some are of other machines
}

async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (!entries) return [path]
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
