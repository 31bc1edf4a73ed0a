import { toBase64 } from '../transparency/bytes.ts'
import type { CertificatesHead } from '../transparency/certificates-head.ts'
import type { Checkpoint } from '../transparency/log/checkpoint.ts'
import type { Verified } from '../transparency/verify.ts'
import { leavesSeen, number } from './leaves-seen.ts'
import { monthsHere } from './months-here.ts'

/** Revisions that are remembered, so that none has two leaves: some hundred megabytes at the most. */
const MOST_REVISIONS = 2_000_000

/** What is found over all certificates of a call; it grows by a little for each, never by the certificate. */
export function summary() {
  const leaves = leavesSeen()
  const months = monthsHere()
  const leafOf = new Map<string, number>()
  const roots = new Map<number, string>()
  const problems: string[] = []
  let [count, wrong, notes] = [0, 0, 0]
  let [from, to] = ['', '']
  let problemCount = 0
  let newest: Checkpoint | undefined

  return {
    count: () => count,
    isValid: () => count > 0 && wrong === 0 && problemCount === 0 && months.isWhole(),
    addHead: (head: CertificatesHead) => months.addHead(head),

    add({ valid, checks, statement, proof, checkpoint }: Verified) {
      count += 1
      if (!valid) wrong += 1
      if (checks.some(({ ok }) => ok === null)) notes += 1
      if (!statement || !proof) return
      const { seller_code, period, revision } = statement
      const name = `${seller_code} ${period} ${revision}`
      const other = leafOf.get(name) ?? proof.index
      if (!leafOf.has(name)) {
        months.add(period)
        if (leafOf.size < MOST_REVISIONS) leafOf.set(name, proof.index)
      }
      if (!valid || !checkpoint) return
      if (from === '' || period < from) from = period
      if (period > to) to = period
      leaves.add(proof.index)
      if (other !== proof.index)
        add(
          `Revision ${revision} of ${seller_code} in ${period} is leaf ${number(other)} and leaf ${number(proof.index)}: the log must hold it once.`,
        )
      addCheckpoint(checkpoint)
    },

    /** The summary, a sentence a line. */
    lines(): string[] {
      if (count === 0) return ['There is no certificate in the files.', ...months.lines()]
      if (count === 1)
        return [wrong === 0 ? 'The certificate holds.' : 'The certificate does not hold.', ...months.lines()]
      const span = from === to ? from : `${from} to ${to}`
      return [
        wrong === 0
          ? `${number(count)} certificates of ${span}: all hold${problemCount === 0 ? '' : ' by themselves, but not together'}.`
          : `${number(wrong)} of ${number(count)} certificates do not hold.`,
        ...(newest ? [leaves.sentence(newest.size)] : []),
        ...months.lines(),
        ...(roots.size > 1
          ? [`They are proven by ${roots.size} checkpoints: only --since shows that these are of one log.`]
          : []),
        ...(notes > 0
          ? [`${number(notes)} were computed by another engine: what came out again is a note there.`]
          : []),
        ...problems,
        ...(problemCount > problems.length
          ? [`There are ${number(problemCount - problems.length)} more of these.`]
          : []),
      ]
    },
  }

  function add(problem: string) {
    problemCount += 1
    if (problems.length < MOST_PROBLEMS) problems.push(problem)
  }

  function addCheckpoint(checkpoint: Checkpoint) {
    const { size } = checkpoint
    const root = toBase64(checkpoint.root)
    const known = roots.get(size)
    if (known !== undefined && known !== root)
      add(`The log of ${number(size)} has two roots, ${known} and ${root}: it shows two versions.`)
    if (roots.size < MOST_CHECKPOINTS) roots.set(size, known ?? root)
    if (!newest || size > newest.size) newest = checkpoint
  }
}

const MOST_PROBLEMS = 20
const MOST_CHECKPOINTS = 10_000
