/**
 * `npm run openapi:diff -- COMMIT` compares the API's document with the one of another commit, both with their keys
 * sorted. It prints the difference; the exit status is 1 where there is one.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readCommand } from '../../src/platform/process/command.ts'

const [commit = 'main'] = readCommand({
  name: 'npm run openapi:diff',
  about: 'Compares the API’s document with the one of another commit, by default of main.',
  takes: '[COMMIT]',
}).positionals
const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'openapi-diff-'))
const before = join(folder, 'before')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'inherit' })
const node = (cwd: string, ...args: string[]) =>
  execFileSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

try {
  git('worktree', 'add', '--quiet', '--detach', before, commit)
  symlinkSync(join(root, 'node_modules'), join(before, 'node_modules'))
  node(before, 'prisma/generate.ts')
  for (const [name, checkout] of Object.entries({ before, now: root }))
    writeFileSync(join(folder, `${name}.json`), sortedDocument(checkout))
  const diff = ['diff', '--no-index', '--unified=8', 'before.json', 'now.json']
  process.exitCode = spawnSync('git', diff, { cwd: folder, stdio: 'inherit' }).status ?? 1
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', before], { cwd: root })
  rmSync(folder, { recursive: true, force: true })
}

function sortedDocument(checkout: string): string {
  const print = `import('./src/generate/api-document.ts').then(({ apiDocument }) => apiDocument())
    .then((document) => console.log(JSON.stringify(document)))`
  return `${JSON.stringify(JSON.parse(node(checkout, '-e', print)), sorted, 1)}\n`
}

/** Objects with their keys in order. */
function sorted(_: string, value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
