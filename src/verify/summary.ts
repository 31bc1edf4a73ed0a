import { toBase64 } from '../transparency/bytes.ts'
import type { CertificatesHead } from '../transparency/certificates-head.ts'
import type { Verified } from '../transparency/verify.ts'

/** 1204 as 1,204. */
export const number = (value: number): string => value.toLocaleString('en-US')

/** What is found over all certificates of a call; it grows by a little for each, never by the certificate. */
export function summary() {
  /** Of each month, how many leaves the log has by the heads of the files; and the final scores that have none. */
  const stated = new Map<string, number>()
  const unproven = new Set<string>()
  /** Of each revision that is here, its leaf, and how many there are of each month. */
  const leafOf = new Map<string, number>()
  const inMonth = new Map<string, number>()
  /** Of the certificates that hold: their leaves, and the roots of their checkpoints by size. */
  const leaves = new Set<number>()
  const roots = new Map<number, string>()
  const problems: string[] = []
  let [count, wrong, notes] = [0, 0, 0]

  /** What the heads count and the files have not, a sentence each. */
  const missing = () => [
    ...[...stated].flatMap(([month, all]) => {
      const gone = all - (inMonth.get(month) ?? 0)
      return gone > 0 ? `Leaves of ${month} that are not in the file: ${number(gone)} of ${number(all)}.` : []
    }),
    ...unproven,
  ]

  return {
    count: () => count,
    isValid: () => count > 0 && wrong === 0 && problems.length === 0 && missing().length === 0,

    addHead({ leaves, without_leaf }: CertificatesHead) {
      for (const [month, all] of Object.entries(leaves))
        stated.set(month, Math.max(stated.get(month) ?? 0, all))
      const { count, named } = without_leaf ?? { count: 0, named: [] }
      if (count > 0)
        unproven.add(
          `Final scores that have no leaf in the log, so that nothing proves them: ${number(count)}, as ${named.join(', ')}.`,
        )
    },

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
      if (count === 0) return ['There is no certificate in the files.', ...missing()]
      if (count === 1)
        return [wrong === 0 ? 'The certificate holds.' : 'The certificate does not hold.', ...missing()]
      const months = [...inMonth.keys()].sort()
      const span = [...new Set([months[0], months.at(-1)])].join(' to ')
      const together = problems.length === 0 ? '' : ' by themselves, but not together'
      return [
        wrong === 0
          ? `${number(count)} certificates of ${span}: all hold${together}.`
          : `${number(wrong)} of ${number(count)} certificates do not hold.`,
        ...(roots.size > 0 ? [leavesSentence(leaves, Math.max(...roots.keys()))] : []),
        ...missing(),
        ...(roots.size > 1
          ? [`They are proven by ${roots.size} checkpoints: only --since shows that these are of one log.`]
          : []),
        ...(notes > 0
          ? [`${number(notes)} were computed by another engine: what came out again is a note there.`]
          : []),
        ...problems,
      ]
    },
  }
}

/** Says which leaves are here and how many are not, of a log of so many. */
function leavesSentence(leaves: ReadonlySet<number>, size: number): string {
  const sorted = [...leaves].sort((a, b) => a - b)
  const span = `Leaves ${number(sorted[0] ?? 0)} to ${number(sorted.at(-1) ?? 0)} of the log of ${number(size)}`
  const gap = [...sorted, -1].findIndex((leaf, n) => leaf !== n)
  return sorted.length === size
    ? `${span}: none is missing.`
    : `${span}: ${number(size - sorted.length)} of the log are not here, first ${number(gap)}. They may be of other months.`
}
