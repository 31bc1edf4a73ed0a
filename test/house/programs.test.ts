import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'

t.test('the bare run finds none of the programs that some tests use', async (t) => {
  const found = `Promise.all([import('./test/setup/programs.ts'), import('node:child_process')]).then(
    ([{ PROGRAMS, findProgram }, { spawnSync }]) =>
      console.log(PROGRAMS.filter((name) => findProgram(name) || !spawnSync(name, ['--version']).error).join()))`
  const env = { ...process.env, CHROMIUM_PATH: process.execPath }
  const run = (command: string[]) =>
    promisify(execFile)('bash', ['.ci/bare', ...command], { env }).then(({ stdout }) => stdout.trim())
  t.equal(await run([process.execPath, '-e', found]), '')
  t.equal(await run(['sh', '-c', 'node -v']), process.version, 'and it finds Node')
  t.match(await run(['sh', '-c', 'npm -v']), /^\d+\.\d+\.\d+$/, 'and npm')
})
