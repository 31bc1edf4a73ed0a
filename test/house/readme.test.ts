import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import t from 'tap'
import { DELAYS } from '../../plugins/webhooks/delivery/schedule.ts'
import { SETTINGS } from '../../src/settings.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8')
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'src/platform/jobs/README.md'],
  ...globSync('docs/**/*.md', { cwd: ROOT }).map((page) => page.replaceAll(sep, '/')),
]

t.test('the table of settings says what the schema says', async (t) => {
  const settings = await read('docs/settings.md')
  const [, table = ''] = settings.match(/<!-- settings -->\n([\s\S]*?)<!-- \/settings -->/) ?? []
  const rows = Object.entries(
    SETTINGS.properties as Record<string, { default?: unknown; description?: string }>,
  ).map(
    ([name, { default: value, description }]) =>
      `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${description} |`,
  )
  t.same(table.trim().split('\n'), ['| variable | default | meaning |', '|---|---|---|', ...rows])
})

t.test('an operator is told to overwrite what a client says in the name of the proxy', async (t) => {
  const pages = `${await read('docs/install.md')}\n${SETTINGS.properties.TRUST_PROXY.description}`
  for (const header of ['X-Forwarded-Host', 'X-Forwarded-Proto'])
    t.match(pages, new RegExp(`overwrites[^.]*${header}|${header}[^.]*overwrite`), header)
})

t.test('how long a delivery is tried is said as it is', async (t) => {
  const hours = Math.floor(DELAYS.reduce((sum, delay) => sum + delay, 0) / 3_600_000)
  t.match(await read('docs/webhooks.md'), `retried for ${hours} hours`)
})

t.test('the README is short enough to skim', async (t) => {
  const words = (await read('README.md')).split(/\s+/).length
  t.ok(words <= 800, `${words} words`)
})

/** As readers of Markdown make it: `Taking back` → `taking-back` */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

t.test('links lead to headings that exist', async (t) => {
  for (const page of PAGES)
    for (const [, link = '', anchor = ''] of (await read(page)).matchAll(
      /\]\((?!http)([\w./-]*)#([^)]+)\)/g,
    )) {
      const target = link === '' ? page : join(dirname(page), link)
      t.ok(anchorsOf(await read(target)).includes(anchor), `${page}: ${link}#${anchor}`)
    }
})

t.test('settings and metrics that operators are told of exist', async (t) => {
  const source = (await Promise.all(globSync('{src,plugins}/**/*.ts').map(read))).join('\n')
  for (const page of ['day2', 'install', 'reference', 'runbook', 'security']) {
    const text = await read(`docs/${page}.md`)
    for (const [, name = ''] of text.matchAll(/`([A-Z]+_[A-Z_]+)[`=]/g))
      t.ok(name in SETTINGS.properties, `${page}: ${name}`)
    for (const [, name = ''] of text.matchAll(/\b(sos_[a-z_]+[a-z])\b(?!'|")/g))
      t.ok(source.includes(`'${name}`) || /^sos_(before|restored)$/.test(name), `${page}: ${name}`)
  }
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

/** The texts that stand beside code: they name files below their folders. */
for (const page of globSync('{plugins,src,console}/**/README.md', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules',
}))
  t.test(`files that ${page} names are there`, async (t) => {
    const cwd = join(ROOT, dirname(page))
    for (const [, file = ''] of (await read(page)).matchAll(/`([\w./-]+\.(?:ts|tsx|cjs))`/g))
      t.ok(existsSync(join(ROOT, file)) || globSync(`**/${file}`, { cwd }).length > 0, file)
  })
