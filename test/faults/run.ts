/**
 * `npm run test:faults`: the tests of faults and of generated requests, then what they did, in a line. With a number
 * (`npm run test:faults -- 1000`) the kills alone, so many rounds of them.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommand } from '../../src/platform/process/command.ts'
import type { Tally } from './tally.ts'

const ALL = ['test/faults', 'test/generated']
const KILLS = ['test/faults/kills.test.ts']
/** A round takes two seconds, and on a loaded machine ten. */
const ROUND_SECONDS = 30

const [rounds] = readCommand({
  name: 'npm run test:faults',
  about:
    'Runs the tests of faults and of generated requests; with a number the kills alone, so many rounds of them.',
  takes: '[ROUNDS]',
}).positionals
if (rounds !== undefined && !/^[1-9]\d{0,5}$/.test(rounds)) {
  console.error(`Say how many rounds of kills, such as 1000; this is not a number of rounds: ${rounds}`)
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'faults-'))
const FAULTS_TALLY = join(folder, 'tally')
const env = { ...process.env, FAULTS_TALLY, ...(rounds && { FAULTS_ROUNDS: rounds }) }
const longer = rounds ? [`--timeout=${600 + Number(rounds) * ROUND_SECONDS}`] : []
const tests = spawn(process.execPath, ['test/run.ts', ...longer, ...(rounds ? KILLS : ALL)], {
  env,
  stdio: 'inherit',
})
const [status] = await once(tests, 'close')

const lines = (await readFile(FAULTS_TALLY, 'utf8').catch(() => '')).trim().split('\n').filter(Boolean)
const tallies: Tally[] = lines.map((line) => JSON.parse(line))
const sum = (what: keyof Tally) => tallies.reduce((all, tally) => all + tally[what], 0)
await rm(folder, { recursive: true })
console.log(`${sum('faults')} faults caused, ${sum('requests')} requests sent, ${sum('losses')} losses`)
process.exitCode = sum('losses') > 0 ? 1 : (status ?? 1)
