import { isDeepStrictEqual } from 'node:util'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { EVENTS } from '../../src/domain/events/event-types.ts'
import { LOG_SIZE } from '../../src/domain/transparency/logs.ts'
import { JOB_TRANSACTION } from '../../src/platform/database/connect/bounds.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { keepState, stateOf } from '../../src/platform/database/statements/service-state.ts'
import { endpoint } from '../../src/platform/http/route.ts'
import type { Question } from '../../src/platform/metrics/metrics.ts'
import { count, Nullable, OneOf, Timestamp } from '../../src/platform/schemas/schemas.ts'

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

const FindingShown = Type.Object({
  ...EVENTS['transparency.mismatch'].data.properties,
  finding: OneOf(Object.keys(FINDINGS) as [FindingCode, ...FindingCode[]], {
    description: 'What was found',
    examples: ['score_changed'],
  }),
})

/** Something in the database that is not what the log says. */
type Finding = Static<typeof FindingShown>

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
      [...found].map(([finding, { count, named }]) => {
        const [one, several] = FINDINGS[finding]
        const more = count > named.length ? ` and ${count - named.length} more` : ''
        const sentence = `${count} ${count === 1 ? one : several}: ${named.join(', ')}${more}.`
        return { log: 'scores', finding, count, named, sentence }
      }),
  }
}
export type Findings = ReturnType<typeof collectFindings>

const AuditResult = Type.Object({
  checked_at: Nullable(Timestamp(), { description: 'When it ended; null when it never ran' }),
  leaves: Type.Object(
    { scores: count('Of the log of final scores', 204) },
    { description: 'How many leaves the log had' },
  ),
  findings: Type.Array(FindingShown, { description: 'None when everything is as the log says' }),
})

/** What the last check found, and when. */
export type AuditResult = Static<typeof AuditResult>

export const getLogAudit = endpoint('GET', '/api/transparency/audit', 'model.read', {
  operationId: 'getLogAudit',
  summary: 'What the nightly check of the log found',
  description:
    'Every night all stored final scores, all hashes of the tree and all signed heads are held against the log. Each finding is also an event, `transparency.mismatch`, once a day, and an error line of the log.',
  response: { 200: AuditResult },
})(({ server }) => lastResult(server.db))

const KEY = 'transparency:audit'

const NEVER_CHECKED: AuditResult = { checked_at: null, leaves: { scores: 0 }, findings: [] }

const lastResult = async (db: Sql) => (await stateOf<AuditResult>(db, KEY)) ?? NEVER_CHECKED

/**
 * Keeps what the nightly check found, and says of it in events and in the log what was not found before on the same day.
 */
export const announce = (app: FastifyInstance, result: AuditResult) =>
  keepAndSay(app, (before) => {
    const isToday = before.checked_at?.slice(0, 10) === result.checked_at?.slice(0, 10)
    const said = new Set(isToday ? before.findings.map(({ finding }) => finding) : [])
    return { result, fresh: result.findings.filter(({ finding }) => !said.has(finding)) }
  })

/**
 * Says at once which final scores get no leaf, and not only at night: in the kept result, an event and the log, once as
 * long as they are the same.
 * @param refused those of all months: what was found before and not now is over
 */
export const nameRefused = (app: FastifyInstance, refused: Finding[]) =>
  keepAndSay(app, (before) => {
    const isRefusal = ({ finding }: Finding) => finding === 'score_refused'
    const known = before.findings.filter(isRefusal)
    const others = before.findings.filter((finding) => !isRefusal(finding))
    if (isDeepStrictEqual(known, refused)) return undefined
    return { result: { ...before, findings: [...refused, ...others] }, fresh: refused }
  })

/** Puts a result in the place of the last one, and says in events and in the log what is fresh in it. */
async function keepAndSay(
  { db, events, log }: FastifyInstance,
  change: (before: AuditResult) => { result: AuditResult; fresh: Finding[] } | undefined,
) {
  const fresh = await db.bulkTransaction(async (tx) => {
    await tx.run`select pg_advisory_xact_lock(hashtextextended(${KEY}, 0))`
    const changed = change(await lastResult(tx))
    if (!changed) return []
    await keepState(tx, KEY, changed.result)
    const type = 'transparency.mismatch'
    await events.publish(
      tx,
      changed.fresh.map((data) => ({ type, seller_id: null, data })),
    )
    return changed.fresh
  }, JOB_TRANSACTION)
  for (const { sentence, ...finding } of fresh)
    log.error(finding, `the log and the database differ: ${sentence}`)
}

/** How many leaves the log has, and what the last check found. */
export const LOG_QUESTIONS: Question[] = [
  {
    name: 'sos_log_leaves',
    help: 'Leaves of the log of final scores',
    type: 'gauge',
    labels: ['log'],
    sql: `select array['scores'] as labels, ${LOG_SIZE} as value`,
  },
  {
    name: 'sos_log_findings',
    help: 'What the nightly check found in the database that is not what the log says',
    type: 'gauge',
    labels: ['log'],
    sql: `
      select array['scores'] as labels, coalesce(sum((f->>'count')::bigint), 0) as value
      from service_state, jsonb_array_elements(value->'findings') f where key = '${KEY}'`,
  },
]
