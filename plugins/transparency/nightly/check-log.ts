import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { defineJob } from '../../../src/platform/jobs/job.ts'
import { sameBytes } from '../../../src/transparency/bytes.ts'
import { parseCheckpoint } from '../../../src/transparency/log/checkpoint.ts'
import { type HashOf, rootHash, rootRange } from '../../../src/transparency/log/merkle.ts'
import { parseNote } from '../../../src/transparency/log/note.ts'
import { type AuditResult, announce, collectFindings, type Findings } from '../findings.ts'
import { readRanges, type StoredCheckpoint } from '../log.ts'
import { checkScores } from './check-scores.ts'

/** Checks the log every night. It changes nothing but the kept result, so a second run only says the same again. */
export const logAuditJob = defineJob({
  name: 'log-audit',
  data: Type.Object({}),
  queue: { policy: 'short', expireInSeconds: 6 * 3600 },
  schedule: '41 4 * * *',
  async handler(app) {
    const { leaves, findings } = await checkLog(app)
    app.log.info({ leaves, findings: findings.length }, 'the log was checked')
  },
})

/** Checks the log against all that it is about, keeps what was found and says it. */
export async function checkLog(app: FastifyInstance): Promise<AuditResult> {
  const found = collectFindings()
  await checkScores(app, found)
  const scores = await checkTree(app.db.bulk, found)
  const result = { checked_at: app.clock.now().toISOString(), leaves: { scores }, findings: found.all() }
  await announce(app, result)
  return result
}

/** Checkpoints whose roots are computed at a time. */
const CHECKPOINTS = 200

/**
 * Checks the log by itself: each leaf against its hash, each hash of the tree against what is below it, each signed head
 * against the tree. Answers how many leaves there are.
 */
async function checkTree(db: Sql, findings: Findings): Promise<number> {
  for (const index of await wrongLeaves(db)) findings.add('leaf_changed', `index ${index}`)
  const size = await db.value<number>('select count(*) from log_nodes where level = 0')
  for (const { level, index } of await wrongNodes(db, size))
    findings.add('node_changed', `level ${level} index ${index}`)
  const checkpoints = await db.rows<StoredCheckpoint>('select size, note from log_checkpoints order by id')
  for (const part of chunksOf(checkpoints, CHECKPOINTS)) {
    const ranges = part.map(({ size }) => rootRange(size))
    const hashOf = await readRanges(db, ranges)
    for (const { size, note } of part)
      if (!isOf(note, size, hashOf)) findings.add('checkpoint_differs', `size ${size}`)
  }
  return size
}

/** Whether a signed head is of this size and of the root that the tree has at it. */
function isOf(note: string, size: number, hashOf: HashOf): boolean {
  try {
    const signed = parseCheckpoint(parseNote(note).text)
    return signed.size === size && sameBytes(signed.root, rootHash(size, hashOf))
  } catch {
    return false // the note is none, or the tree is smaller
  }
}

/** The leaves whose statement, hash and node do not agree, or that lack one of them. */
const wrongLeaves = (db: Sql) =>
  db.column<number>(
    `select coalesce(l.index, n.index) as index
     from log_leaves l full join (select * from log_nodes where level = 0) n using (index)
     where n.hash is distinct from l.leaf_hash
        or l.leaf_hash is distinct from sha256('\\x00'::bytea || convert_to(l.statement, 'UTF8'))
     order by 1`,
  )

/** The complete subtrees of a log of a size that are missing, or whose hash is not that of their two halves. */
const wrongNodes = (db: Sql, size: number) =>
  db.rows<{ level: number; index: number }>(
    `select place.level, place.index
     from generate_series(1, 52) as up(level),
       lateral (select up.level, index from generate_series(0, ($1::bigint >> up.level) - 1) as i(index)) place
       left join log_nodes n on n.level = place.level and n.index = place.index
       left join log_nodes a on a.level = place.level - 1 and a.index = 2 * place.index
       left join log_nodes b on b.level = place.level - 1 and b.index = 2 * place.index + 1
     where n.hash is null or n.hash is distinct from sha256('\\x01'::bytea || a.hash || b.hash)
     order by place.level, place.index`,
    [size],
  )
