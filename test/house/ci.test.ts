import { spawnSync } from 'node:child_process'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { someOf } from '../setup/form.ts'

const GREEN = 'ok       1.0 s      2  test/a.test.ts\n\n2 passed, 0 failed, 1 skipped\n12 faults caused\n'
const PARTS = [
  'ci',
  'run check',
  'run console',
  'test -- --jobs=2',
  'run test:programs',
  'run test:faults',
  'run test:browser',
]
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Runs `.ci/run` where npm does nothing but say this: what each part prints, and with which status it ends. */
async function run(t: Test, says: Record<string, { prints: string; status: number }>) {
  const cases = Object.entries(says).map(
    ([args, { prints, status }]) => `  ${quoted(args)}) printf %s ${quoted(prints)}; exit ${status} ;;`,
  )
  const npm = ['#!/bin/sh', 'case "$*" in', ...cases, 'esac'].join('\n')
  const folder = t.testdir({ bin: { npm, id: '#!/bin/sh\necho 1000' }, checkout: { '.ci': {} } })
  await mkdir(join(folder, 'checkout/test/setup'), { recursive: true })
  for (const file of ['.ci/run', '.ci/bare', 'test/setup/programs.json'])
    await copyFile(file, join(folder, 'checkout', file))
  for (const program of ['npm', 'id']) spawnSync('chmod', ['+x', join(folder, 'bin', program)])
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
  }
  const { status, stdout } = spawnSync('bash', ['.ci/run'], {
    cwd: join(folder, 'checkout'),
    env,
    encoding: 'utf8',
  })
  return { status, text: stdout, last: stdout.trimEnd().split('\n').at(-1) }
}

const says = (change: Record<string, { prints?: string; status?: number }> = {}) =>
  Object.fromEntries(
    PARTS.map((part) => [
      part,
      { prints: part.includes('test') ? GREEN : 'fine\n', status: 0, ...change[part] },
    ]),
  )

t.test('every part runs, the checks first, and the last line adds their counts', async (t) => {
  const { status, text, last } = await run(t, says())
  t.same([status, last], [0, '8 passed, 0 failed'])
  const parts = [...text.matchAll(/^== \w+: (?:\S+ )*?npm (.*) \(\d+ s\)$/gm)].map(([, args]) => args)
  t.same(parts.slice(0, 3).sort(), PARTS.slice(0, 3).sort())
  t.same(parts.sort(), [...PARTS].sort())
})

for (const part of someOf(PARTS.toReversed(), 4))
  t.test(`a failure of npm ${part} fails the whole, though no test has failed`, async (t) => {
    const { status, text } = await run(t, says({ [part]: { status: 1 } }))
    t.equal(status, 1)
    t.match(text, /^failed: \w+$/m)
  })

for (const part of someOf(
  PARTS.filter((part) => part.includes('test')),
  1,
))
  t.test(`npm ${part} without a count fails the whole, and so does one that counts a failure`, async (t) => {
    t.equal((await run(t, says({ [part]: { prints: 'ok       1.0 s      2  test/a.test.ts\n' } }))).status, 1)
    const prints = `not ok   1.0 s      2  test/b.test.ts\n    not ok  b > sums\n        diff: 3\n\n1 passed, 1 failed, 0 skipped\n`
    const { status, text, last } = await run(t, says({ [part]: { prints } }))
    t.same([status, last], [1, '7 passed, 1 failed'])
    t.match(text, /== what failed\nnot ok .*b\.test\.ts\n {4}not ok {2}b > sums\n {8}diff: 3\n/)
  })
