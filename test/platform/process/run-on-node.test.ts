import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'

const run = promisify(execFile)
const MODULE = new URL('../../../src/platform/process/run-on-node.js', import.meta.url).href

/** Where compiled code goes in this test: below `cache`, what it starts with. */
const folders = (cache: Record<string, never> | string) => ({
  'package.json': '{ "type": "module" }',
  'program.js': `console.log('runs')`,
  'entry.js': `import { runOnNode } from '${MODULE}'\nawait runOnNode(() => import('./program.js'))`,
  cache,
})

const printed = async (folder: string) => {
  const env = { PATH: process.env.PATH, CACHE_DIRECTORY: join(folder, 'cache') }
  return (await run(process.execPath, [join(folder, 'entry.js')], { env })).stdout
}

t.test('what was compiled is kept in CACHE_DIRECTORY', async (t) => {
  const folder = t.testdir(folders({}))
  await printed(folder)
  const [version = ''] = await readdir(join(folder, 'cache'))
  t.equal((await readdir(join(folder, 'cache', version))).length, 1)
})

t.test('a process starts where nothing can be kept', async (t) => {
  const folder = t.testdir(folders('a file where a folder should be'))
  t.equal(await printed(folder), 'runs\n')
})

/** Another Node of this machine, which can't read what is new in the language; undefined where there is none. */
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .filter((node) => !node.includes('node_modules') && existsSync(node))
  .find((node) => Number(/^v(\d+)/.exec(String(execFileSync(node, ['--version'])))?.[1]) < 24)
const AS_IF_OLD = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`

for (const entry of ['src/server.js', 'src/worker.js'])
  t.test(`${entry} says in a sentence that an old Node can't run it, with status 1`, async (t) => {
    const cwd = resolve(import.meta.dirname, '../../..')
    const asIfOld: [string, string[]] = [process.execPath, ['--import', AS_IF_OLD, entry]]
    for (const [node, args] of [asIfOld, ...(oldNode ? [[oldNode, [entry]] as typeof asIfOld] : [])])
      t.match(await run(node, args, { cwd }).catch((error) => error), {
        code: 1,
        stdout: '',
        stderr: /^This is Node [\d.]+, and the service needs 24\.7 or newer: .*npm start.*\.\n$/,
      })
  })
