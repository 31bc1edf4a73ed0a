import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { withoutTap } from '../../setup/service.ts'

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
  return (await run(...withoutTap([join(folder, 'entry.js')]), { env })).stdout
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
