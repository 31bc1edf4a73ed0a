import { isDeepStrictEqual } from 'node:util'
import type { Database, Sql } from '../../../src/platform/database/database.ts'
import { readStatement } from '../../../src/transparency/statement.ts'
import { otherThanExplained } from '../scores/columns.ts'
import { type FinalScore, finalScores, type RevisionKey } from '../scores/final-queries.ts'
import { restatable, textsReader } from '../scores/statements.ts'
import type { Findings } from './findings.ts'

/** Scores that are stated again at a time. */
const AT_A_TIME = 500

type Leaf = RevisionKey & { index: number; seller_code: string; statement: string }

/**
 * Checks that every leaf has its final score, and that this score, its components, inputs, rules and explanation are
 * still what the leaf says; and that no final score has been without a leaf for long. What facts were there is not looked at: they
 * change and go.
 */
export async function checkScores(db: Database, findings: Findings) {
  const readTexts = textsReader(db.bulk)
  for (let after = -1, last = false; !last; ) {
    const leaves = await leavesAfter(db.bulk, after)
    for (const [leaf, problem] of await differences(db.bulk, leaves, readTexts))
      findings.add(problem === 'missing' ? 'score_missing' : 'score_changed', nameOf(leaf, problem))
    after = leaves.at(-1)?.index ?? after
    last = leaves.length < AT_A_TIME
  }
  for (const score of await longWithoutLeaf(db.bulk)) findings.add('score_without_leaf', nameOf(score))
}

/** How the stored scores of these leaves differ from them: the fields, or `missing`. */
export async function differences(
  db: Sql,
  leaves: readonly Leaf[],
  readTexts: ReturnType<typeof textsReader>,
): Promise<[Leaf, string][]> {
  const scores = new Map((await finalScores(db, leaves)).map((score) => [keyOf(score), score]))
  const different: [Leaf, string][] = []
  for (const leaf of leaves) {
    const score = scores.get(keyOf(leaf))
    const fields = score ? await changedFields(leaf, score, readTexts) : ['missing']
    if (fields.length > 0) different.push([leaf, fields.join(', ')])
  }
  return different
}

async function changedFields(
  leaf: Leaf,
  score: FinalScore,
  readTexts: ReturnType<typeof textsReader>,
): Promise<string[]> {
  try {
    const statement = readStatement(leaf.statement)
    const texts = await readTexts(score)
    const today = restatable(score, texts)
    const { columns, explanation } = score
    return [
      ...Object.entries(today).flatMap(([field, value]) =>
        isDeepStrictEqual(statement[field as keyof typeof today], value) ? [] : [field],
      ),
      ...(explanation ? otherThanExplained(columns, explanation, texts.scoredBy) : []),
    ]
  } catch {
    return ['statement']
  }
}

const keyOf = ({ seller_id, period, revision }: RevisionKey) => `${seller_id} ${period} ${revision}`

const nameOf = (
  { seller_code, period, revision }: Omit<Leaf, 'index' | 'statement' | 'seller_id'>,
  fields?: string,
) => `${seller_code} ${period} revision ${revision}${fields && fields !== 'missing' ? ` (${fields})` : ''}`

const leavesAfter = (db: Sql, after: number) =>
  db.rows<Leaf>(
    `select l.index, l.seller_id, l.period, l.revision, l.statement, coalesce(s.seller_code, l.seller_id::text) as seller_code
     from (select * from log_leaves where index > $1 order by index limit ${AT_A_TIME}) l
       left join sellers s on s.id = l.seller_id
     order by l.index`,
    [after],
  )

const longWithoutLeaf = (db: Sql) =>
  db.rows<RevisionKey & { seller_code: string }>(
    `select f.seller_id, s.seller_code, f.period, f.revision
     from (
       select seller_id, period, revision,
              greatest(finalized_at, (select max(replaced_at) from score_revisions r
                                      where r.seller_id = m.seller_id and r.period = m.period)) as since
       from monthly_scores m where status = 'final'
       union all
       select seller_id, period, revision, replaced_at from score_revisions where score->>'status' = 'final'
     ) f join sellers s on s.id = f.seller_id
     where f.since < now() - interval '1 hour'
       and not exists (select from log_leaves l where l.seller_id = f.seller_id and l.period = f.period
                       and l.revision = f.revision)
     order by f.seller_id, f.period, f.revision limit 10000`,
  )
