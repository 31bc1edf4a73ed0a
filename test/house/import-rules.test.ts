import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import t from 'tap'

const root = resolve(import.meta.dirname, '../..')
const SOURCE = ['src', 'plugins', 'prisma', 'console/src']
const { forbidden, options } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'))

/** The names of the rules that the imports of a tree break, with the files that break them. */
async function violations(baseDir: string) {
  const { tsConfig: _, ...cruiseOptions } = options
  const { output } = await cruise(SOURCE, {
    ...cruiseOptions,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  })
  const { modules, summary } = output as ICruiseResult
  return [
    ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...circlesBetween(modules, roomOf, 'no-circles-between-rooms'),
    ...circlesBetween(modules, folderOf, 'no-circles-between-folders'),
    ...(await namesOfPlugins(baseDir)),
  ]
}

/** Imports from one place to another that leads back to it; types alone make no circle. */
function circlesBetween(modules: ICruiseResult['modules'], placeOf: (path: string) => string, rule: string) {
  const arrows = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved, dependencyTypes }) => isSource(resolved) && !dependencyTypes.includes('type-only'))
      .map(({ resolved }) => ({ from: placeOf(source), to: placeOf(resolved), source, resolved }))
      .filter(({ from, to }) => from !== to),
  )
  const reachable = (room: string, seen = new Set<string>()) => {
    for (const { from, to } of arrows)
      if (from === room && !seen.has(to)) {
        seen.add(to)
        reachable(to, seen)
      }
    return seen
  }
  return arrows
    .filter(({ from, to }) => reachable(to).has(from))
    .map(({ source, resolved }) => `${rule}: ${source} → ${resolved}`)
}

const isSource = (path: string) => /^(src|plugins)\//.test(path) && !path.startsWith('src/platform/prisma/')
/** The folder of a domain or of a part of the platform, with all below it. */
const roomOf = (path: string) => /^(src\/(platform|domain)|src|plugins)\/[^/]+/.exec(path)?.[0] ?? path

/** A folder within a room, with all below it; what lies in the room itself is each a place of its own. */
const folderOf = (path: string) =>
  /^(src\/(platform|domain)|src|plugins)\/[^/]+\/[^/]+/.exec(path)?.[0] ?? path

/** What is under plugins/ and named by a text in src/, where no import shows it. */
async function namesOfPlugins(baseDir: string) {
  const files = globSync('src/{platform,domain,scoring}/**/*.ts', { cwd: baseDir })
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(baseDir, file), 'utf8') })),
  )
  return texts
    .filter(({ text }) => /['"`]plugins\//.test(text))
    .map(({ file }) => `no-path-to-a-plugin: ${file}`)
}

t.test('the imports of this project keep to the rules', async (t) => {
  t.same(await violations(root), [])
})
