import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t from 'tap'
import { EnvSchema } from '../../src/env.ts'

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'src/platform/jobs/README.md',
  'docs/errors.md',
  'docs/own-data.md',
  'docs/next-tier.md',
  'docs/operations.md',
  'docs/proof.md',
  'docs/pushing-facts.md',
  'docs/rule-changes.md',
  'docs/runbook.md',
  'docs/scale.md',
  'docs/sdk.md',
  'docs/versioning.md',
  'docs/webhooks.md',
  'docs/why-the-path-is-exact.md',
]

t.test('the table of settings says what the schema says', async (t) => {
  const settings = await read('docs/settings.md')
  const [, table = ''] = settings.match(/<!-- settings -->\n([\s\S]*?)<!-- \/settings -->/) ?? []
  const rows = Object.entries(
    EnvSchema.properties as Record<string, { default?: unknown; description?: string }>,
  ).map(
    ([name, { default: value, description }]) =>
      `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${description} |`,
  )
  t.same(table.trim().split('\n'), ['| variable | default | meaning |', '|---|---|---|', ...rows])
})

t.test('the README is short enough to skim', async (t) => {
  const words = (await read('README.md')).split(/\s+/).length
  t.ok(words <= 800, `${words} words`)
})

for (const page of PAGES)
  t.test(`files that ${page} names exist`, async (t) => {
    const text = await read(page)
    const named = [...text.matchAll(/`((?:src|plugins|test|prisma|docs)\/[\w./-]+\.\w+)`/g)].map(
      ([, file]) => file as string,
    )
    for (const [, link = ''] of text.matchAll(/\]\(((?!http)[\w./-]+\.md)/g))
      named.push(join(dirname(page), link))
    for (const file of named) await t.resolves(read(file), file)
  })
