import { appendFileSync } from 'node:fs'

/** What a test file did and found: it is added up by run.ts. */
export interface Tally {
  /** Processes killed or stopped, servers taken away, connections ended, writes refused. */
  faults: number
  requests: number
  /** Acknowledged things that were not there afterwards, or not once. */
  losses: number
}

const tally: Tally = { faults: 0, requests: 0, losses: 0 }

/** Where the counts of a test file are left, a line of JSON each, when run.ts has asked for them. */
const { FAULTS_TALLY } = process.env
if (FAULTS_TALLY) process.on('exit', () => appendFileSync(FAULTS_TALLY, `${JSON.stringify(tally)}\n`))

/** Counts faults, requests or losses of this test file. */
export function count(what: keyof Tally, by = 1) {
  tally[what] += by
}

/** Counts what is lost, and answers it. */
export function countLost<Lost extends unknown[]>(lost: Lost): Lost {
  count('losses', lost.length)
  return lost
}
