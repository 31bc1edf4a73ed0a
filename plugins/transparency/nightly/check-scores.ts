import { setImmediate as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { engine } from '../../../src/domain/scores/engine.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { isReproduced } from '../../../src/transparency/engines.ts'
import { readStatement } from '../../../src/transparency/statement.ts'
import type { Findings } from '../findings.ts'
import { withoutLeaf } from '../scores/final-queries.ts'
import { judgeScores, readForJudge } from '../scores/read-scores.ts'
import { changedFields, keyOf, nameOf, type RevisionKey } from '../tasks/final-score.ts'
import type { Judgeable } from '../tasks/judge.ts'

/** A leaf, with the seller's code of today. */
type Leaf = RevisionKey & {
  index: number
  seller_code: string
  statement: string
  leaf_hash: Uint8Array
}

/** The leaves after an index, in their order. */
export const leavesAfter = (db: Sql, after: number, limit: number) =>
  db.rows<Leaf>(
    `select l.index, l.seller_id, l.period, l.revision, l.statement, l.leaf_hash,
            coalesce(s.seller_code, l.seller_id::text) as seller_code
     from (select * from log_leaves where index > $1 order by index limit $2) l
       left join sellers s on s.id = l.seller_id
     order by l.index`,
    [after, limit],
  )

/** Scores that are stated again at a time. */
const AT_A_TIME = 500

/** The engines by which runs of this service have scored. */
const RUN_ENGINES = 'select distinct engine from scoring_runs where engine is not null'

/**
 * Checks that every leaf has its final score, that this score, its components, inputs, rules and explanation are still
 * what the leaf says, and that it comes out of them; that every final score without a leaf comes out of what is kept of
 * it, and has not been without one for long. What facts were there is not looked at: they change and go.
 */
export async function checkScores(app: FastifyInstance, findings: Findings) {
  const db = app.db.bulk
  const engines = new Set(await db.column<string>(RUN_ENGINES))
  for (let leaves = await leavesAfter(db, -1, AT_A_TIME); leaves.length > 0; ) {
    await checkLeaves(app, leaves, engines, findings)
    leaves = await leavesAfter(db, leaves.at(-1)?.index ?? 0, AT_A_TIME)
  }
  for (const part of chunksOf(await withoutLeaf(db, null), AT_A_TIME)) {
    const late = new Set(part.filter(({ is_late }) => is_late).map(keyOf))
    for (const { score, problem } of await judgeScores(app, await readForJudge(db, part)))
      if (problem !== undefined) findings.add('score_refused', nameOf(score, problem))
      else if (late.has(keyOf(score))) findings.add('score_without_leaf', nameOf(score))
  }
}

async function checkLeaves(
  app: FastifyInstance,
  leaves: readonly Leaf[],
  engines: ReadonlySet<string>,
  findings: Findings,
) {
  const read = new Map((await readForJudge(app.db.bulk, leaves)).map((one) => [keyOf(one.score), one]))
  const leafOf = new Map(leaves.map((leaf) => [keyOf(leaf), leaf]))
  const same: Judgeable[] = []
  for (const leaf of leaves) {
    const now = read.get(keyOf(leaf))
    const fields = now ? changedFields(leaf, now) : []
    await pause()
    if (!now) findings.add('score_missing', nameOf(leaf))
    else if (fields.length > 0) findings.add('score_changed', nameOf(leaf, fields.join(', ')))
    else same.push(now)
  }
  for (const { score, problem } of await judgeScores(app, same)) {
    const leaf = leafOf.get(keyOf(score)) as Leaf
    if (problem !== undefined && !isOfOtherEngine(leaf, engines))
      findings.add('leaf_refuted', nameOf(leaf, problem))
  }
}

/**
 * Whether a leaf names all its texts and an engine that runs here have had, and that is not the one of today, which
 * need not come to the same.
 */
function isOfOtherEngine({ statement }: Leaf, engines: ReadonlySet<string>): boolean {
  const { engine: by, input_hash, rules_sha256, explanation_sha256 } = readStatement(statement)
  const isWhole = ![input_hash, rules_sha256, explanation_sha256].includes(null)
  return isWhole && by !== null && engines.has(by) && by !== engine() && !isReproduced(by)
}
