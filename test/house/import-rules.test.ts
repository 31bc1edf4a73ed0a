import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import t from 'tap'

const root = resolve(import.meta.dirname, '../..')
const { forbidden, options } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'))

/** The names of the rules that the imports of a tree break, with the files that break them. */
async function violations(baseDir: string) {
  const { tsConfig: _, ...cruiseOptions } = options
  const { output } = await cruise(['src', 'plugins', 'prisma'], {
    ...cruiseOptions,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  })
  return (output as ICruiseResult).summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} → ${to}`,
  )
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
    'src/embedded-postgres/launch.ts',
    `import curve from '../scoring/curve.ts'\nexport default curve`,
  )
  await write('plugins/sellers/index.ts', `import { PgBoss } from 'pg-boss'\nexport default PgBoss`)
  await write('plugins/sos/index.ts', `import sellers from '../sellers/index.ts'\nexport default sellers`)
  await write('plugins/sos/circle.ts', `import './circle-too.ts'`)
  await write('plugins/sos/circle-too.ts', `import './circle.ts'\nimport './nowhere.ts'`)
  await write('plugins/console/pages/main.ts', `import fs from 'node:fs'\nexport default fs`)
  await write('plugins/console/files.ts', `import fs from './pages/main.ts'\nexport default fs`)
  await write('prisma/seed.ts', '')

  const found = (await violations(tree)).map((violation) => violation.split(':')[0])
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
    'everything-resolves',
  ])
    t.ok(found.includes(rule), `${rule} is reported; reported were ${found}`)
})
