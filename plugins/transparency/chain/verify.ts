import type { FastifyInstance } from 'fastify'
import { trustedKeys } from '../../../src/domain/transparency/log-keys.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { badRequest } from '../../../src/platform/http/errors/problems.ts'
import type { Handler } from '../../../src/platform/http/handler.ts'
import { sameBytes } from '../../../src/transparency/bytes.ts'
import { parseCheckpoint } from '../../../src/transparency/log/checkpoint.ts'
import { isSigned } from '../../../src/transparency/log/ed25519.ts'
import { rootHash } from '../../../src/transparency/log/merkle.ts'
import { parseNote, verifyNote } from '../../../src/transparency/log/note.ts'
import { rootRange } from '../../../src/transparency/log/subtrees.ts'
import { newestCheckpoint, type StoredCheckpoint } from '../checkpoints.ts'
import { type FindingCode, type Findings, findingsOf } from '../findings/findings.ts'
import { readRanges } from '../nodes.ts'
import { wrongLeavesBetween, wrongNodes } from '../tree-queries.ts'
import { checkRows, findUnchained } from './check-rows.ts'
import { MOST_ROWS, type verifyAuditRoute } from './verify-schemas.ts'

/** Holds a span of the audit log against its leaves, and these against the newest signed head. */
export const verifyAudit: Handler<typeof verifyAuditRoute> = async ({ server, query }) => {
  const { db } = server
  const span = await spanAsked(db, query)
  const findings = findingsOf('audit')
  const seen = await checkRows(db.bulk, span, findings)
  await findUnchained(db.bulk, span, findings)
  const not_chained = await countUnchained(db.bulk, span)
  await checkLeaves(db.bulk, seen, findings)
  const checkpoint = await newestCheckpoint(db, 'audit')
  const checks = [
    checkOf(findings, `All ${seen.same + seen.erased} rows are what their leaves say.`, {
      check: 'rows',
      of: ['audit_row_changed', 'audit_row_missing'],
    }),
    checkOf(findings, unchained(not_chained), { check: 'chained', of: ['audit_row_without_leaf'] }),
    checkOf(findings, 'The leaves and the hashes over them agree.', {
      check: 'tree',
      of: ['leaf_changed', 'node_changed'],
    }),
    await signatureOf(server, checkpoint),
  ]
  return {
    valid: checks.every(({ ok }) => ok !== false),
    ...span,
    rows: seen.same,
    erased: seen.erased,
    not_chained,
    checkpoint: checkpoint
      ? { size: checkpoint.size, checkpoint: checkpoint.note, created_at: checkpoint.created_at }
      : null,
    checks,
  }
}

const unchained = (count: number) =>
  count === 0
    ? 'Every row has its leaf.'
    : `${count} rows of late have no leaf yet; it comes within ten minutes.`

/** One check of what was found, with the sentence that it has when nothing was. */
function checkOf(findings: Findings, holds: string, { check, of }: { check: string; of: FindingCode[] }) {
  const wrong = findings.all().filter(({ finding }) => of.includes(finding))
  const sentence = wrong.length === 0 ? holds : wrong.map((found) => found.sentence).join(' ')
  return { check, ok: wrong.length === 0, sentence }
}

/** @throws 400 for a span that is empty or too long */
async function spanAsked(db: Sql, { from, to }: { from?: number; to?: number }) {
  const { newest } = await db.one<{ newest: number }>(
    'select greatest((select max(id) from audit_log), (select max(audit_id) from audit_leaves), 0) as newest',
  )
  const last = Math.min(to ?? newest, newest)
  const first = from ?? Math.max(1, last - MOST_ROWS + 1)
  if (to !== undefined && first > to) throw badRequest('end_before_start', `from ${first} is after to ${to}`)
  if (last - first >= MOST_ROWS)
    throw badRequest(
      'too_many_audit_rows',
      `from ${first} to ${last} are more than ${MOST_ROWS} ids: ask for fewer, or read what the nightly check found.`,
    )
  return { from: first, to: last }
}

async function countUnchained(db: Sql, { from, to }: { from: number; to: number }): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    `select count(*) as count from audit_log a
     where a.id >= $1 and a.id <= $2 and not exists (select from audit_leaves l where l.audit_id = a.id)`,
    [from, to],
  )
  return count
}

/** Checks the leaves of the span, and the hashes over them up to the root. */
async function checkLeaves(db: Sql, { first, last }: { first: number; last: number }, findings: Findings) {
  if (last < 0) return
  for (const { index } of await wrongLeavesBetween(db, 'audit', first, last + 1))
    findings.add('leaf_changed', `index ${index}`)
  const { size } = await db.one<{ size: number }>('select max(index) + 1 as size from audit_leaves')
  for (let level = 1; 2 ** level <= size; level++) {
    const width = Math.floor(size / 2 ** level)
    const from = Math.floor(first / 2 ** level)
    const to = Math.min(Math.floor(last / 2 ** level) + 1, width)
    if (from >= to) continue
    for (const { index } of await wrongNodes(db, 'audit', level, { from, to }))
      findings.add('node_changed', `level ${level} index ${index}`)
  }
}

/** Whether the newest head is signed by a trusted key, and of the tree as it is. */
async function signatureOf({ db, logKeys }: FastifyInstance, checkpoint: StoredCheckpoint | undefined) {
  const check = 'signature'
  if (!checkpoint) return { check, ok: null, sentence: 'Nothing is signed yet.' }
  try {
    const note = parseNote(checkpoint.note)
    verifyNote(note, trustedKeys(logKeys, 'audit'), isSigned)
    const { size, root } = parseCheckpoint(note.text)
    const hashOf = await readRanges(db, 'audit', [rootRange(size)])
    if (!sameBytes(root, rootHash(size, hashOf)))
      throw new RangeError(
        `the root that was signed at size ${size} is not the one that the log has there today`,
      )
    return { check, ok: true, sentence: `The head of ${size} leaves is signed, and is of the log as it is.` }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { check, ok: false, sentence: `The newest head does not hold: ${error.message}.` }
  }
}
