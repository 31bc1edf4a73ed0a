import { toBase64 } from '../transparency/bytes.ts'
import type { CertificatesHead } from '../transparency/certificates-head.ts'
import type { Checkpoint } from '../transparency/log/checkpoint.ts'
import type { Verified } from '../transparency/verify.ts'

/** Revisions and leaves that are remembered, so that none is there twice or lacks: some hundred megabytes at the most. */
const MOST_REVISIONS = 2_000_000
const MOST_PROBLEMS = 20
const MOST_CHECKPOINTS = 10_000
/** How many months a sentence names. */
const MOST_MONTHS = 12

/** 1204 as 1,204. */
export const number = (value: number): string => value.toLocaleString('en-US')

/** What is found over all certificates of a call; it grows by a little for each, never by the certificate. */
export function summary() {
  const months = monthsHere()
  const leaves = new Set<number>()
  const leafOf = new Map<string, number>()
  const roots = new Map<number, string>()
  const problems: string[] = []
  let [count, wrong, notes] = [0, 0, 0]
  let [from, to] = ['', '']
  let problemCount = 0
  let newest: Checkpoint | undefined

  return {
    count: () => count,
    isValid: () => count > 0 && wrong === 0 && problemCount === 0 && months.lines().length === 0,
    addHead: months.addHead,

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
      if (leaves.size < MOST_REVISIONS) leaves.add(proof.index)
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
      const lines = [
        wrong === 0
          ? `${number(count)} certificates of ${span}: all hold${problemCount === 0 ? '' : ' by themselves, but not together'}.`
          : `${number(wrong)} of ${number(count)} certificates do not hold.`,
      ]
      if (newest) lines.push(leavesSentence(leaves, newest.size))
      lines.push(...months.lines())
      if (roots.size > 1)
        lines.push(
          `They are proven by ${roots.size} checkpoints: only --since shows that these are of one log.`,
        )
      if (notes > 0)
        lines.push(`${number(notes)} were computed by another engine: what came out again is a note there.`)
      lines.push(...problems)
      const more = problemCount - problems.length
      if (more > 0) lines.push(`There are ${number(more)} more of these.`)
      return lines
    },
  }

  function add(problem: string) {
    problemCount += 1
    if (problems.length < MOST_PROBLEMS) problems.push(problem)
  }

  function addCheckpoint(checkpoint: Checkpoint) {
    const { size } = checkpoint
    const root = toBase64(checkpoint.root)
    const known = roots.get(size) ?? root
    if (known !== root)
      add(`The log of ${number(size)} has two roots, ${known} and ${root}: it shows two versions.`)
    if (roots.size < MOST_CHECKPOINTS) roots.set(size, known)
    if (!newest || size > newest.size) newest = checkpoint
  }
}

/** Says which leaves are here and how many are not, of a log of so many. */
function leavesSentence(leaves: ReadonlySet<number>, size: number): string {
  if (leaves.size === MOST_REVISIONS)
    return `There are too many leaves to know whether one of the log of ${number(size)} is missing.`
  const sorted = [...leaves].sort((a, b) => a - b)
  const span = `Leaves ${number(sorted[0] ?? 0)} to ${number(sorted.at(-1) ?? 0)} of the log of ${number(size)}`
  const missing = size - sorted.length
  if (missing === 0) return `${span}: none is missing.`
  const place = sorted.findIndex((leaf, n) => leaf !== n)
  const gap = number(place < 0 ? sorted.length : place)
  return missing === 1
    ? `${span}: leaf ${gap} is not here. It may be of another month.`
    : `${span}: ${number(missing)} of the log are not here, first ${gap}. They may be of other months.`
}

/**
 * Which leaves and final scores of the asked months are not among the certificates, by what the heads of the files say.
 */
function monthsHere() {
  const here = new Map<string, number>()
  const stated = new Map<string, number>()
  const without = new Map<string, NonNullable<CertificatesHead['without_leaf']>>()

  return {
    addHead({ from, to, leaves, without_leaf }: CertificatesHead) {
      for (const [month, count] of Object.entries(leaves))
        stated.set(month, Math.max(stated.get(month) ?? 0, count))
      if (without_leaf && without_leaf.count > 0) without.set(`${from} ${to}`, without_leaf)
    },

    /** Counts a revision that was not counted before. */
    add: (month: string) => here.set(month, (here.get(month) ?? 0) + 1),

    /** What is not here, a sentence a line. */
    lines(): string[] {
      const gone = [...stated].flatMap(([month, all]) => {
        const count = all - (here.get(month) ?? 0)
        return count > 0 ? [{ count, named: `${number(count)} of ${number(all)} in ${month}` }] : []
      })
      const count = gone.reduce((sum, one) => sum + one.count, 0)
      const named = gone.slice(0, MOST_MONTHS).map((one) => one.named)
      const others = gone.length - named.length
      const more = others > 0 ? `, and more in ${others} other months` : ''
      const leaves = count === 1 ? 'leaf of the asked months is' : 'leaves of the asked months are'
      const lines =
        count > 0 ? [`${number(count)} ${leaves} not in the file: ${named.join(', ')}${more}.`] : []
      return [...lines, ...[...without.values()].map(withoutLeaf)]
    },
  }
}

function withoutLeaf({ count, named }: { count: number; named: string[] }): string {
  const more = count > named.length ? ` and ${number(count - named.length)} more` : ''
  return `${number(count)} final ${count === 1 ? 'score of the asked months has' : 'scores of the asked months have'} no leaf in the log, so nothing proves ${count === 1 ? 'it' : 'them'}: ${named.join(', ')}${more}.`
}
