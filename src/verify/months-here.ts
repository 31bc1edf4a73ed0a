import type { CertificatesHead } from '../transparency/certificates-head.ts'
import { number } from './leaves-seen.ts'

/** How many months a sentence names. */
const NAMED = 12

/**
 * Which leaves and final scores of the asked months are not among the certificates, by what the heads of the files say.
 */
export function monthsHere() {
  const here = new Map<string, number>()
  const stated = new Map<string, number>()
  const without = new Map<string, NonNullable<CertificatesHead['without_leaf']>>()

  const missing = () =>
    [...stated].flatMap(([month, all]) => {
      const count = all - (here.get(month) ?? 0)
      return count > 0 ? [{ month, count, all }] : []
    })

  return {
    addHead({ from, to, leaves, without_leaf }: CertificatesHead) {
      for (const [month, count] of Object.entries(leaves))
        stated.set(month, Math.max(stated.get(month) ?? 0, count))
      if (without_leaf && without_leaf.count > 0) without.set(`${from} ${to}`, without_leaf)
    },

    /** Counts a revision that was not counted before. */
    add: (month: string) => here.set(month, (here.get(month) ?? 0) + 1),

    isWhole: () => missing().length === 0 && without.size === 0,

    /** What is not here, a sentence a line. */
    lines(): string[] {
      const gone = missing()
      const count = gone.reduce((sum, one) => sum + one.count, 0)
      const named = gone
        .slice(0, NAMED)
        .map((one) => `${number(one.count)} of ${number(one.all)} in ${one.month}`)
      const more = gone.length > NAMED ? `, and more in ${gone.length - NAMED} other months` : ''
      return [
        ...(count > 0
          ? [
              `${number(count)} ${count === 1 ? 'leaf of the asked months is' : 'leaves of the asked months are'} not in the file: ${named.join(', ')}${more}.`,
            ]
          : []),
        ...[...without.values()].map(withoutLeaf),
      ]
    },
  }
}

function withoutLeaf({ count, named }: { count: number; named: string[] }): string {
  const more = count > named.length ? ` and ${number(count - named.length)} more` : ''
  return `${number(count)} final ${count === 1 ? 'score of the asked months has' : 'scores of the asked months have'} no leaf in the log, so nothing proves ${count === 1 ? 'it' : 'them'}: ${named.join(', ')}${more}.`
}
