import { setImmediate as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { engine } from '../../../src/domain/scores/engine.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import { isReproduced } from '../../../src/transparency/engines.ts'
import { readStatement } from '../../../src/transparency/statement.ts'
import type { Findings } from '../findings/findings.ts'
import { firstWithoutLeaf } from '../scores/final-queries.ts'
import { judgeScores } from '../scores/judge-scores.ts'
import { readForJudge } from '../scores/read-scores.ts'
import { otherThanExplained } from '../tasks/columns.ts'
import {
  keyOf,
  nameOf,
  otherMore,
  type RevisionKey,
  restatable,
  textsOf,
  weightOf,
} from '../tasks/final-score.ts'
import type { Judgeable } from '../tasks/judge.ts'

/** A leaf, with the seller's code of today; its salt in hex, null where it was dropped or never was. */
export type Leaf = RevisionKey & {
  index: number
  seller_code: string
  statement: string
  salt: string | null
  leaf_hash: Uint8Array
}

/** The leaves after an index, in their order. */
export const leavesAfter = (db: Sql, after: number, limit: number) =>
  db.rows<Leaf>(
    `select l.index, l.seller_id, l.period, l.revision, l.statement, l.leaf_hash,
            encode(l.salt, 'hex') as salt, coalesce(s.seller_code, l.seller_id::text) as seller_code
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
  const engines = new Set(await app.db.bulk.column<string>(RUN_ENGINES))
  for (let after = -1, last = false; !last; ) {
    const leaves = await leavesAfter(app.db.bulk, after, AT_A_TIME)
    await checkLeaves(app, leaves, engines, findings)
    after = leaves.at(-1)?.index ?? after
    last = leaves.length < AT_A_TIME
  }
  for (const part of chunksOf(await firstWithoutLeaf(app.db.bulk), AT_A_TIME)) {
    const late = new Map(part.map((score) => [keyOf(score), score.is_late]))
    const read = await readForJudge(app.db.bulk, part)
    for (const [n, judged] of (await judgeScores(app, read)).entries()) {
      const { score } = read[n] as Judgeable
      if ('problem' in judged) findings.add('score_refused', nameOf(score, judged.problem))
      else if (late.get(keyOf(score))) findings.add('score_without_leaf', nameOf(score))
    }
  }
}

async function checkLeaves(
  app: FastifyInstance,
  leaves: readonly Leaf[],
  engines: ReadonlySet<string>,
  findings: Findings,
) {
  const read = new Map((await readForJudge(app.db.bulk, leaves)).map((one) => [keyOf(one.score), one]))
  const same: { leaf: Leaf; now: Judgeable }[] = []
  for (const leaf of leaves) {
    const now = read.get(keyOf(leaf))
    const fields = now ? changedFields(leaf, now) : []
    await pause()
    if (!now) findings.add('score_missing', nameOf(leaf))
    else if (fields.length > 0) findings.add('score_changed', nameOf(leaf, fields.join(', ')))
    else same.push({ leaf, now })
  }
  const judged = await judgeScores(
    app,
    same.map(({ now }) => now),
  )
  for (const [n, one] of judged.entries()) {
    const { leaf } = same[n] as (typeof same)[0]
    if ('problem' in one && !isOfOtherEngine(leaf, engines))
      findings.add('leaf_refuted', nameOf(leaf, one.problem))
  }
}

/**
 * Whether a leaf names all its texts and an engine that runs here have had, and that is not the one of today, which
 * need not come to the same.
 */
function isOfOtherEngine({ statement }: Leaf, engines: ReadonlySet<string>): boolean {
  const said = readStatement(statement)
  const isWhole = said.input_hash !== null && said.rules_sha256 !== null && said.explanation_sha256 !== null
  return (
    isWhole &&
    said.engine !== null &&
    engines.has(said.engine) &&
    said.engine !== engine() &&
    !isReproduced(said.engine)
  )
}

/** The fields that a stored score says otherwise than its leaf. */
export function changedFields(
  { statement: text, salt }: Pick<Leaf, 'statement' | 'salt'>,
  { score, rules }: Judgeable,
): string[] {
  try {
    const statement = readStatement(text)
    const texts = textsOf(score, rules)
    const today = { ...restatable(score, texts), ...(statement.v === 2 && weightOf(score)) }
    return [
      ...Object.entries(today).flatMap(([field, value]) =>
        isDeepStrictEqual((statement as Record<string, unknown>)[field], value) ? [] : [field],
      ),
      ...(statement.v === 2 ? otherMore(statement.more ?? {}, score, salt) : []),
      ...(texts.explanation
        ? otherThanExplained(score, JSON.parse(texts.explanation), rules?.rules ?? null)
        : []),
    ]
  } catch {
    return ['statement']
  }
}
