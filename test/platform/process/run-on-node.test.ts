import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { withoutTap } from '../../setup/service.ts'

const run = promisify(execFile)
const MODULE = new URL('../../../src/platform/process/run-on-node.js', import.meta.url).href
/** Two halves of what V8 begins with, which is a megabyte or two, in bytes. */
const MOST = 4 * 1024 * 1024

/** Makes much that lives for a moment, and prints how large the space for new objects has become. */
const PROGRAM = `
  import { getHeapSpaceStatistics } from 'node:v8'
  let kept = []
  for (let made = 0; made < 2_000_000; made++) {
    kept.push({ made })
    if (kept.length > 20_000) kept = []
  }
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size)`

/** Where compiled code goes in this test: below `cache`, what it starts with. */
const folders = (cache: Record<string, never> | string) => ({
  'package.json': '{ "type": "module" }',
  'program.js': PROGRAM,
  'entry.js': `import { runOnNode } from '${MODULE}'\nawait runOnNode(() => import('./program.js'))`,
  cache,
})

const printed = async (folder: string, file: string) => {
  const env = { PATH: process.env.PATH, CACHE_DIRECTORY: join(folder, 'cache') }
  return Number((await run(...withoutTap([join(folder, file)]), { env })).stdout)
}

t.test('the space for new objects does not grow', async (t) => {
  const folder = t.testdir(folders({}))
  t.ok((await printed(folder, 'entry.js')) <= MOST)
  t.ok((await printed(folder, 'program.js')) > MOST, 'V8 alone lets it grow')
})

t.test('what was compiled is kept in CACHE_DIRECTORY', async (t) => {
  const folder = t.testdir(folders({}))
  await printed(folder, 'entry.js')
  const [version = ''] = await readdir(join(folder, 'cache'))
  t.equal((await readdir(join(folder, 'cache', version))).length, 1)
})

t.test('a process starts where nothing can be kept', async (t) => {
  const folder = t.testdir(folders('a file where a folder should be'))
  t.ok((await printed(folder, 'entry.js')) <= MOST)
})
