import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import t, { type Test } from 'tap'

const root = resolve(import.meta.dirname, '../..')

/** Runs these files as `npm test` does. @returns its exit status and its lines */
function run(t: Test, files: Record<string, string>, ...args: string[]) {
  const cwd = t.testdir({
    'package.json': JSON.stringify({ type: 'module' }),
    node_modules: t.fixture('symlink', resolve(root, 'node_modules')),
    test: files,
  })
  const { PATH, HOME } = process.env
  const { status, stdout } = spawnSync(process.execPath, [resolve(root, 'test/run.ts'), ...args], {
    cwd,
    env: { PATH, HOME },
    encoding: 'utf8',
    timeout: 300_000,
  })
  return { status, lines: stdout.trimEnd().split('\n'), text: stdout }
}

const GOOD = `import t, { type Test } from 'tap'
t.test('sums', async (t) => { t.equal(1 + 1, 2); t.comment('summed'); t.equal(2 + 2, 4) })
t.test('divides', { skip: 'nothing to divide' }, async () => {})`

t.test('green files are a line each, then what was skipped, and the count last', async (t) => {
  const { status, lines } = run(t, { 'a.test.ts': GOOD, 'b.test.ts': GOOD })
  t.equal(status, 0)
  const names = lines.slice(0, 2).map((line) => line.match(/^ok +\d+\.\d s +2 {2}(\S+)$/)?.[1])
  t.same(names.sort(), ['test/a.test.ts', 'test/b.test.ts'])
  t.same(lines.slice(2), ['', 'Skipped:', '     2  nothing to divide', '', '4 passed, 0 failed, 2 skipped'])
})

t.test(
  'a failure is said in full, with what its file printed, and the file once more at the end',
  async (t) => {
    const bad = `import t, { type Test } from 'tap'
    t.test('sums', async (t) => {
      t.comment('seed 7')
      console.log('a line of its own')
      t.equal(1 + 1, 3, 'one and one')
    })`
    const { status, lines, text } = run(t, { 'bad.test.ts': bad, 'good.test.ts': GOOD })
    t.equal(status, 1)
    t.match(text, /^not ok .* test\/bad\.test\.ts\n {4}not ok {2}test\/bad\.test\.ts > sums > one and one\n/m)
    for (const part of ['-3', '+2', 'at: test/bad.test.ts:5:9', '# seed 7', 'a line of its own'])
      t.ok(
        lines.some((line) => line.startsWith('    ') && line.includes(part)),
        part,
      )
    t.match(text, /\nFailed:\n {4}test\/bad\.test\.ts\n\n2 passed, 1 failed, 1 skipped\n$/)
  },
)

const BROKEN = {
  throws: `throw new Error('broken')`,
  'ends badly': `import t from 'tap'\nt.pass('fine')\nt.end()\nprocess.exitCode = 3`,
  'ends within a test': `import t from 'tap'\nt.test('a', async (t) => { t.pass('fine'); process.exit(0) })`,
  'keeps no plan': `import t from 'tap'\nt.plan(2)\nt.pass('fine')`,
}

for (const [name, text] of Object.entries(BROKEN))
  t.test(`a file that ${name} has failed`, async (t) => {
    const { status, lines } = run(t, { 'broken.test.ts': text }, '--timeout=10')
    t.equal(status, 1)
    t.ok(lines.some((line) => /^not ok .* test\/broken\.test\.ts$/.test(line)))
    t.match(lines.at(-1), /^[01] passed, [1-9] failed, 0 skipped$/)
  })

t.test('-g runs the tests with these words in their title', async (t) => {
  const { status, lines } = run(t, { 'a.test.ts': GOOD }, 'test/a.test.ts', '-g', 'sums')
  t.same([status, lines.at(-1)], [0, '2 passed, 0 failed, 1 skipped'])
})
