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
const files = await readdir(new URL('scenarios/', import.meta.url))
const known = files.filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3))
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0)
  throw new Error(`No scenario is called ${unknown.join(', ')}; there are ${known.join(', ')}`)

for (const name of positionals.length > 0 ? positionals : known) {
  console.log(`\n${name}`)
  const child = fork(new URL('run-one.ts', import.meta.url), [name, values.rounds])
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
