import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import t from 'tap'

const root = resolve(import.meta.dirname, '../..')

/**
 * A client out of its pool has nobody who listens to its errors, and a connection of its own has nobody who bounds it:
 * so each is made in one place, which does both.
 */
const RULES = [
  ['takes a connection from a pool', /pool\.connect\(/, ['src/platform/database/connect/checkout.ts']],
  [
    'opens a connection of its own',
    /new (pg\.|Wire)?Client\(/,
    ['prisma/seed/progress.ts', 'src/embedded-postgres/enter-server.ts'],
  ],
  ['opens a pool', /new (pg\.)?Pool\(/, ['prisma/new-migration.ts', 'src/platform/database/connect/pool.ts']],
] as const

for (const [says, pattern, where] of RULES)
  t.test(`only ${where.join(' and ')} ${says}`, async (t) => {
    const found: string[] = []
    for await (const file of glob('{src,plugins,prisma}/**/*.ts', { cwd: root }))
      if (
        !file.startsWith('src/platform/prisma/') &&
        pattern.test(await readFile(resolve(root, file), 'utf8'))
      )
        found.push(file)
    t.same(found.sort(), where)
  })
