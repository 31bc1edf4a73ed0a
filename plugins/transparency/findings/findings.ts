import { type Static, Type } from '@sinclair/typebox'
import { route } from '../../../src/platform/http/route.ts'
import { count, Nullable, OneOf, Timestamp } from '../../../src/platform/schemas/schemas.ts'

/** What the nightly check can find, and how it is said of one and of several. */
const FINDINGS = {
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

type FindingCode = keyof typeof FINDINGS
const FINDING_CODES = Object.keys(FINDINGS) as [FindingCode, ...FindingCode[]]

const FindingShown = Type.Object({
  log: OneOf(['scores'], { examples: ['scores'] }),
  finding: OneOf([...FINDING_CODES], { description: 'What was found', examples: ['score_changed'] }),
  count: count('How many', 1),
  named: Type.Array(Type.String(), {
    description: 'The first 20 of them',
    examples: [['S-1018 2026-05 revision 1 (total_sos)']],
  }),
  sentence: Type.String({
    examples: ['1 stored score is not what its leaf says: S-1018 2026-05 revision 1 (total_sos).'],
  }),
})

/** Something in the database that is not what the log says. */
export type Finding = Static<typeof FindingShown>

export const auditResultRoute = route('GET', '/api/transparency/audit', 'model.read', {
  operationId: 'getLogAudit',
  summary: 'What the nightly check of the log found',
  description:
    'Every night all stored final scores, all hashes of the tree and all signed heads are held against the log. Each finding is also an event, `transparency.mismatch`, once a day, and an error line of the log.',
  response: {
    200: Type.Object({
      checked_at: Nullable(Timestamp(), { description: 'When it ended; null when it never ran' }),
      leaves: Type.Object(
        { scores: count('Of the log of final scores', 204) },
        { description: 'How many leaves the log had' },
      ),
      findings: Type.Array(FindingShown, { description: 'None when everything is as the log says' }),
    }),
  },
})

/** What the last check found, and when. */
export type AuditResult = Static<(typeof auditResultRoute.schema.response)[200]>

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
