import type { Static } from '@sinclair/typebox'
import type { FindingShown } from '../nightly/schemas.ts'

/** What the nightly check can find, and how it is said of one and of several. */
export const FINDINGS = {
  score_changed: ['stored score is not what its leaf says', 'stored scores are not what their leaves say'],
  score_missing: ['leaf has no final score any more', 'leaves have no final score any more'],
  score_refused: [
    'final score does not come out of what is kept of it, so it gets no leaf',
    'final scores do not come out of what is kept of them, so they get no leaves',
  ],
  leaf_refuted: [
    'leaf is of a score that does not come out of what is kept of it',
    'leaves are of scores that do not come out of what is kept of them',
  ],
  score_without_leaf: [
    'score has been final for an hour or more and has no leaf',
    'scores have been final for an hour or more and have no leaf',
  ],
  leaf_changed: [
    'leaf does not have the hash that the tree has for it',
    'leaves do not have the hashes that the tree has for them',
  ],
  node_changed: [
    'hash of the tree is not that of what is below it',
    'hashes of the tree are not those of what is below them',
  ],
  checkpoint_differs: ['signed head is not of the log as it is', 'signed heads are not of the log as it is'],
} as const satisfies Record<string, readonly [one: string, several: string]>

export type FindingCode = keyof typeof FINDINGS
export const FINDING_CODES = Object.keys(FINDINGS) as [FindingCode, ...FindingCode[]]

/** Something in the database that is not what the log says. */
export type Finding = Static<typeof FindingShown>

/** How many of each finding are named. */
const NAMED = 20

/** Collects what is found, by finding. */
export function collectFindings() {
  const found = new Map<FindingCode, { count: number; named: string[] }>()
  return {
    /** Adds one; what it is called is kept of the first. */
    add(finding: FindingCode, name: string) {
      const known = found.get(finding) ?? { count: 0, named: [] }
      known.count += 1
      if (known.named.length < NAMED) known.named.push(name)
      found.set(finding, known)
    },
    all: (): Finding[] =>
      [...found].map(([finding, { count, named }]) => ({
        log: 'scores',
        finding,
        count,
        named,
        sentence: sentenceOf(finding, count, named),
      })),
  }
}
export type Findings = ReturnType<typeof collectFindings>

function sentenceOf(finding: FindingCode, count: number, named: string[]) {
  const [one, several] = FINDINGS[finding]
  const more = count > named.length ? ` and ${count - named.length} more` : ''
  return `${count} ${count === 1 ? one : several}: ${named.join(', ')}${more}.`
}
