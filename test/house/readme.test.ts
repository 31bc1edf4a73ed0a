import { readFile } from 'node:fs/promises'
import t from 'tap'
import { EnvSchema } from '../../src/env.ts'

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')

t.test('the table of settings in the README says what the schema says', async (t) => {
  const [, table = ''] = readme.match(/<!-- settings -->\n([\s\S]*?)<!-- \/settings -->/) ?? []
  const rows = Object.entries(
    EnvSchema.properties as Record<string, { default?: unknown; description?: string }>,
  ).map(
    ([name, { default: value, description }]) =>
      `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${description} |`,
  )
  t.same(table.trim().split('\n'), ['| variable | default | meaning |', '|---|---|---|', ...rows])
})

t.test('files that the README names exist', async (t) => {
  const named = [...readme.matchAll(/`((?:src|plugins|test|prisma)\/[\w./-]+\.\w+)`/g)].map(
    ([, file]) => file as string,
  )
  t.ok(named.length > 5)
  for (const file of named) await t.resolves(readFile(new URL(`../../${file}`, import.meta.url)), file)
})
