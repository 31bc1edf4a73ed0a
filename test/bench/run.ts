/**
 * npm run bench [-- NAME…] [--rounds N]: runs the scenarios named, or all, each in a process of its own, and writes
 * what they measured into RESULTS.md; sections of scenarios that did not run stay.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { readCommand } from '../../src/platform/process/command.ts'
import { showFigures, writeResults } from './results.ts'
import type { Figure } from './scenario.ts'

const FEWEST_ROUNDS = 5
const { values, positionals } = readCommand({
  name: 'npm run bench',
  about: 'Measures the scenarios that are named, or all, and writes test/bench/RESULTS.md.',
  takes: '[NAME…]',
  options: {
    rounds: {
      type: 'string',
      default: String(FEWEST_ROUNDS),
      value: '<n>',
      says: `how often each is measured; ${FEWEST_ROUNDS}`,
    },
  },
})
/** The file of each scenario. */
const files = new Map<string, string>()
for (const file of await readdir(new URL('scenarios/', import.meta.url)))
  for (const name of Object.keys((await import(`./scenarios/${file}`)).default)) files.set(name, file)
const known = [...files.keys()]
const unknown = positionals.filter((name) => !files.has(name))
if (unknown.length > 0)
  throw new Error(`No scenario is called ${unknown.join(', ')}; there are ${known.join(', ')}`)

for (const name of positionals.length > 0 ? positionals : known) {
  console.log(`\n${name}`)
  const child = fork(new URL('run-one.ts', import.meta.url), [`${files.get(name)}`, name, values.rounds])
  let told: { title: string; figures: Figure[] } | undefined
  child.on('message', (message) => {
    told = message as typeof told
  })
  const [status] = await once(child, 'exit')
  if (status !== 0 || !told) {
    console.error(`${name} failed; its section of RESULTS.md stays as it was`)
    process.exitCode = 1
    continue
  }
  console.log(showFigures(told.figures))
  await writeResults({ name, ...told })
}
