import { toBase64 } from '../transparency/bytes.ts'
import type { CertificatesHead } from '../transparency/certificates-head.ts'
import type { Verified } from '../transparency/verify.ts'

const MOST_PROBLEMS = 20

/** 1204 as 1,204. */
export const number = (value: number): string => value.toLocaleString('en-US')

/** What is found over all certificates of a call; it grows by a little for each, never by the certificate. */
export function summary() {
  const heads: CertificatesHead[] = []
  /** Of each revision that is here, its leaf, and how many there are of each month. */
  const leafOf = new Map<string, number>()
  const inMonth = new Map<string, number>()
  /** Of the certificates that hold: their months, their leaves, and the roots of their checkpoints by size. */
  const months = new Set<string>()
  const leaves = new Set<number>()
  const roots = new Map<number, string>()
  const problems: string[] = []
  let [count, wrong, notes] = [0, 0, 0]

  return {
    count: () => count,
    isValid: () => count > 0 && wrong === 0 && problems.length === 0 && missing(heads, inMonth).length === 0,
    addHead: (head: CertificatesHead) => heads.push(head),

    add({ valid, checks, statement, proof, checkpoint }: Verified) {
      count += 1
      if (!valid) wrong += 1
      if (checks.some(({ ok }) => ok === null)) notes += 1
      if (!statement || !proof) return
      const { seller_code, period, revision } = statement
      const name = `${seller_code} ${period} ${revision}`
      const leaf = leafOf.get(name) ?? proof.index
      if (!leafOf.has(name)) inMonth.set(period, (inMonth.get(period) ?? 0) + 1)
      leafOf.set(name, leaf)
      if (!valid || !checkpoint) return
      months.add(period)
      leaves.add(proof.index)
      if (leaf !== proof.index)
        problems.push(
          `Revision ${revision} of ${seller_code} in ${period} is leaf ${number(leaf)} and leaf ${number(proof.index)}: the log must hold it once.`,
        )
      const root = toBase64(checkpoint.root)
      const known = roots.get(checkpoint.size) ?? root
      roots.set(checkpoint.size, known)
      if (known !== root)
        problems.push(
          `The log of ${number(checkpoint.size)} has two roots, ${known} and ${root}: it shows two versions.`,
        )
    },

    /** The summary, a sentence a line. */
    lines(): string[] {
      const gone = missing(heads, inMonth)
      if (count === 0) return ['There is no certificate in the files.', ...gone]
      if (count === 1)
        return [wrong === 0 ? 'The certificate holds.' : 'The certificate does not hold.', ...gone]
      const sorted = [...months].sort()
      const [from, to] = [sorted[0] ?? '', sorted.at(-1) ?? '']
      const [size] = [...roots.keys()].sort((a, b) => b - a)
      const together = problems.length === 0 ? '' : ' by themselves, but not together'
      const more = problems.length - MOST_PROBLEMS
      return [
        wrong === 0
          ? `${number(count)} certificates of ${from === to ? from : `${from} to ${to}`}: all hold${together}.`
          : `${number(wrong)} of ${number(count)} certificates do not hold.`,
        ...(size === undefined ? [] : [leavesSentence(leaves, size)]),
        ...gone,
        ...(roots.size > 1
          ? [`They are proven by ${roots.size} checkpoints: only --since shows that these are of one log.`]
          : []),
        ...(notes > 0
          ? [`${number(notes)} were computed by another engine: what came out again is a note there.`]
          : []),
        ...problems.slice(0, MOST_PROBLEMS),
        ...(more > 0 ? [`There are ${number(more)} more of these.`] : []),
      ]
    },
  }
}

/** Says which leaves are here and how many are not, of a log of so many. */
function leavesSentence(leaves: ReadonlySet<number>, size: number): string {
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
 * Which leaves and final scores of the asked months are not among the certificates, by what the heads of the files say:
 * a sentence a line.
 */
function missing(heads: CertificatesHead[], here: ReadonlyMap<string, number>): string[] {
  const stated = new Map<string, number>()
  for (const [month, count] of heads.flatMap(({ leaves }) => Object.entries(leaves)))
    stated.set(month, Math.max(stated.get(month) ?? 0, count))
  const gone = [...stated]
    .map(([month, all]) => ({ month, all, count: all - (here.get(month) ?? 0) }))
    .filter(({ count }) => count > 0)
  const count = gone.reduce((sum, one) => sum + one.count, 0)
  const named = gone.map(({ month, all, count }) => `${number(count)} of ${number(all)} in ${month}`)
  const leaves = count === 1 ? 'leaf of the asked months is' : 'leaves of the asked months are'
  const without = new Map(
    heads.flatMap(({ from, to, without_leaf: scores }) =>
      scores && scores.count > 0 ? [[`${from} ${to}`, scores]] : [],
    ),
  )
  return [
    ...(count > 0 ? [`${number(count)} ${leaves} not in the file: ${named.join(', ')}.`] : []),
    ...[...without.values()].map(withoutLeaf),
  ]
}

function withoutLeaf({ count, named }: { count: number; named: string[] }): string {
  const more = count > named.length ? ` and ${number(count - named.length)} more` : ''
  return `${number(count)} final ${count === 1 ? 'score of the asked months has' : 'scores of the asked months have'} no leaf in the log, so nothing proves ${count === 1 ? 'it' : 'them'}: ${named.join(', ')}${more}.`
}
