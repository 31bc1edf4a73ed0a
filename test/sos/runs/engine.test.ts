import { readFileSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { RUN_FILES } from '../../../plugins/sos/index.ts'
import { importClosure } from '../../../src/transparency/code-hash.ts'

type Engine = typeof import('../../../src/domain/scores/engine.ts')

/** The files of the code. */
const FILES = importClosure([...RUN_FILES, 'src/platform/database/connect/pool.ts'], (path) =>
  readFileSync(path, 'utf8'),
).map(({ path }) => path)

t.test('what a process computes scores by', async (t) => {
  const project = await mkdtemp(join(tmpdir(), 'engine-'))
  t.teardown(() => rm(project, { recursive: true }))
  for (const folder of ['src', 'plugins/sos']) await cp(folder, join(project, folder), { recursive: true })
  await writeFile(join(project, 'package.json'), '{"type": "module"}')
  let processes = 0
  /** The module as a process has it that starts now in this folder. */
  const started = async (): Promise<Engine> => {
    processes += 1
    return import(`${pathToFileURL(join(project, 'src/domain/scores/engine.ts'))}?${processes}`)
  }
  /** Its names, with a byte more in one file. */
  const namesWith = async (file: string) => {
    const path = join(project, file)
    const { length } = await readFile(path)
    await appendFile(path, ' ')
    const process = await started()
    process.readCode(RUN_FILES)
    await truncate(path, length)
    return [process.engine(), process.code()] as const
  }

  await t.test('is not known before the service is built', async (t) => {
    const { engine, code } = await started()
    t.throws(engine, /once the service is built/)
    t.throws(code, /once the service is built/)
  })

  await t.test('is that of the files at its start, whatever release is put in their place', async (t) => {
    const old = await started()
    old.readCode(RUN_FILES)
    const known = [old.engine(), old.code()]
    await appendFile(join(project, 'src/scoring/trend.ts'), '// a newer release')
    old.readCode(RUN_FILES)
    t.same([old.engine(), old.code()], known)
    const next = await started()
    next.readCode(RUN_FILES)
    t.not(next.engine(), known[0])
    t.not(next.code(), known[1])
  })

  await t.test('has another name when a byte is another of what reads facts, rules and scores', async (t) => {
    const now = await started()
    now.readCode(RUN_FILES)
    for (const file of [
      ...['plugins/sos/runs/scoring-batch.ts', 'plugins/sos/runs/unchanged-sellers.ts'],
      ...['src/feeds/orders.ts', 'src/feeds/sums-queries.ts'],
      ...['src/domain/scores/effective-rules.ts', 'src/domain/business-time.ts'],
      ...['src/scoring/in-force.ts', 'src/scoring/score.ts', 'src/platform/database/connect/session.ts'],
    ]) {
      const [engine, code] = await namesWith(file)
      t.not(code, now.code(), file)
      if (!file.startsWith('src/scoring/')) t.equal(engine, now.engine(), file)
    }
  })

  await t.test('has the same name when other files change', async (t) => {
    const now = await started()
    now.readCode(RUN_FILES)
    for (const file of [
      ...['plugins/sos/runs/runs.ts', 'plugins/sos/README.md', 'plugins/sos/index.ts'],
      ...['src/domain/events/events.ts', 'src/scoring/am-kpi.ts', 'src/scoring/simulation/what-if.ts'],
    ])
      t.same(await namesWith(file), [now.engine(), now.code()], file)
  })

  await t.test('reads one setting, which is in the basis of a run', async (t) => {
    const settings = new Set<string>()
    for (const file of FILES)
      for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(/\b(?:env|ENV)\.([A-Z][A-Z_]+)/g))
        settings.add(name)
    t.same([...settings], ['BUSINESS_TIMEZONE'])
  })
})
