import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { code, engine } from '../../../src/domain/scores/engine.ts'
import { testApp } from '../../setup/app.ts'

type Engine = typeof import('../../../src/domain/scores/engine.ts')

t.test('what a process computes scores by', async (t) => {
  const project = await mkdtemp(join(tmpdir(), 'engine-'))
  t.teardown(() => rm(project, { recursive: true }))
  for (const folder of [
    'src/domain/metrics',
    'plugins/sos/runs',
    'src/domain/scores',
    'src/scoring',
    'src/transparency',
  ])
    await cp(folder, join(project, folder), { recursive: true })
  await writeFile(join(project, 'package.json'), '{"type": "module"}')
  /** The module as a process has it that starts in this folder. */
  const started = (name: string): Promise<Engine> =>
    import(`${pathToFileURL(join(project, 'src/domain/scores/engine.ts'))}?${name}`)

  await t.test('is not known before the service is built', async (t) => {
    const { engine, code } = await started('early')
    t.throws(engine, /once the service is built/)
    t.throws(code, /once the service is built/)
  })

  await t.test('is that of the files at its start, whatever release is put in their place', async (t) => {
    const old = await started('old')
    old.readCode()
    const known = [old.engine(), old.code()]
    await appendFile(join(project, 'src/scoring/trend.ts'), '// a newer release')
    old.readCode()
    t.same([old.engine(), old.code()], known)
    const next = await started('next')
    next.readCode()
    t.not(next.engine(), known[0])
    t.not(next.code(), known[1])
    await appendFile(join(project, 'src/domain/scores/score-row.ts'), '// a newer release')
    const rows = await started('rows')
    rows.readCode()
    t.same([rows.engine(), rows.code() === next.code()], [next.engine(), false])
  })

  await t.test('is known once the service is built', async (t) => {
    await testApp(t, { WORKER: 'off' })
    t.match(engine(), /^[0-9a-f]{64}$/)
    t.match(code(), new RegExp(`^([0-9a-f]{64},){3}${engine()}$`))
  })
})
