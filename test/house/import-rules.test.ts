import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
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

t.test('an import that breaks a rule is found', async (t) => {
  const tree = await mkdtemp(join(tmpdir(), 'import-rules-'))
  t.teardown(() => rm(tree, { recursive: true }))
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(tree, file)), { recursive: true })
    await writeFile(join(tree, file), text)
  }
  await write('src/scoring/curve.ts', `import fastify from 'fastify'\nexport default fastify`)
  await write('src/platform/database.ts', `import events from '../domain/events.ts'\nexport default events`)
  await write(
    'src/domain/events.ts',
    `import sellers from '../../plugins/sellers/index.ts'\nexport default sellers`,
  )
  await write(
    'src/embedded-postgres/server.ts',
    `import curve from '../scoring/curve.ts'\nexport default curve`,
  )
  await write('plugins/sellers/index.ts', `import { PgBoss } from 'pg-boss'\nexport default PgBoss`)
  await write('plugins/sos/index.ts', `import sellers from '../sellers/index.ts'\nexport default sellers`)
  await write('plugins/sos/circle.ts', `import './circle-too.ts'`)
  await write('plugins/sos/circle-too.ts', `import './circle.ts'\nimport './nowhere.ts'`)
  await write('src/domain/scores/shown.ts', `import '../appeals/appeal.ts'`)
  await write('src/domain/appeals/appeal.ts', `import '../scores/engine.ts'`)
  await write('src/domain/scores/engine.ts', `export const RUN = ['plugins/sos/run.ts']`)
  await write('src/feeds/orders.ts', `import '../domain/scores/shown.ts'`)
  await write('src/platform/csv.ts', `import '../feeds/orders.ts'`)
  await write('plugins/sync/reading/read.ts', `import '../storing/store.ts'`)
  await write('plugins/sync/storing/store.ts', `import '../reading/names.ts'`)
  await write('plugins/sync/reading/names.ts', '')
  await write('plugins/console/files.ts', `import fs from '../../console/src/main.tsx'\nexport default fs`)
  await write('console/src/main.tsx', `import '../../plugins/sellers/index.ts'`)
  await write('prisma/seed.ts', '')

  const broken = await violations(tree)
  t.ok(broken.includes('platform-knows-no-domain: src/platform/csv.ts → src/feeds/orders.ts'))
  t.ok(broken.includes('pages-run-in-a-browser: console/src/main.tsx → plugins/sellers/index.ts'))
  const found = broken.map((violation) => violation.split(':')[0])
  for (const rule of [
    'scoring-and-delivery-are-pure',
    'platform-knows-no-domain',
    'shared-domain-knows-no-plugin',
    'embedded-postgres-is-a-library',
    'only-the-queue-imports-pg-boss',
    'domains-do-not-import-each-other',
    'pages-run-in-a-browser',
    'nobody-imports-pages',
    'no-circles',
    'no-circles-between-rooms',
    'no-circles-between-folders',
    'feeds-know-no-domain',
    'no-path-to-a-plugin',
    'everything-resolves',
  ])
    t.ok(found.includes(rule), `${rule} is reported; reported were ${found}`)
})
