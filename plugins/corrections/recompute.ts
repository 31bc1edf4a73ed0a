import { decisionsOf, storedWorld } from '../../src/domain/scores/explainer.ts'
import { hasNumbers, NUMBERS_OF_M, type ScoreNumbers } from '../../src/domain/scores/score-row.ts'
import type { Feed } from '../../src/feeds/feed.ts'
import { aggregateFacts } from '../../src/feeds/sums-queries.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { readScoreInputs } from '../../src/runs/score-inputs.ts'
import { feedsThatDiffer } from '../../src/scoring/aggregates.ts'
import type { Explanation } from '../../src/scoring/explanation.ts'
import { type PreparedRules, prepareRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { readInputsAlone, type ScoreInput } from '../../src/scoring/score-input.ts'
import { revised } from '../../src/scoring/simulation/world.ts'
import type { Batch } from './compute.ts'

/** A final score in its newest revision, and what is kept of how it was made; null where nothing is. */
interface FinalScore extends ScoreNumbers {
  seller_id: number
  revision: number
  inputs: string | null
  /** What appeals have decided of it. The rest of its explanation is large, and not asked for. */
  appeals: Explanation | null
}

/** A final score, and what it is computed from again; undefined where this code does not come to the stored one. */
export interface Recomputation {
  before: FinalScore
  input: () => ScoreInput | undefined
}

/** A score that a correction changes: what it is, and what it would be with the orders as they were counted again. */
export type ChangedScore = NonNullable<ReturnType<typeof computeAgain>>

/**
 * Reads what the final scores of a batch are computed from again. Facts, feeds and exceptions are today's. The seller
 * and its previous total are those that the score was made with: a contract that has changed since, or a correction of
 * the month before, is no mistake of this month. Of facts alone: only scores whose facts have changed, with all else
 * that they were made of.
 */
export async function readSellers(
  db: Sql,
  { seller_ids, month, rules, facts_only }: Batch,
  feeds: readonly Feed[],
): Promise<Recomputation[]> {
  const scores = await finalScores(db, seller_ids, month.period)
  const ids = scores.map(({ seller_id }) => seller_id)
  const facts = await aggregateFacts(db, ids, month, rules, feeds)
  if (facts_only) {
    const prepared = prepareRules(rules)
    return scores.flatMap((before) => {
      const aggregates = facts.get(before.seller_id) ?? {}
      const kept = keptInput(before)
      if (!kept || feedsThatDiffer(kept.aggregates, aggregates).length === 0) return []
      const input = () => {
        const world = storedWorld(prepared, { ...before, explanation: before.appeals })
        return world && { ...world.input, aggregates }
      }
      return { before, input }
    })
  }
  const sellers = await readScoreInputs(db, ids, month, { facts, feeds_in_use: month.feeds })
  const inputOf = new Map(sellers.map(({ seller_id, input }) => [seller_id, input]))
  return scores.flatMap((before) => {
    const today = inputOf.get(before.seller_id)
    if (!today) return []
    const { seller, previous } = keptInput(before) ?? today
    return { before, input: () => ({ ...today, seller, previous }) }
  })
}

const finalScores = (db: Sql, sellers: number[], period: string) =>
  db.rows<FinalScore>(
    `select m.seller_id, m.revision, ${NUMBERS_OF_M}, e.inputs,
            case when m.revision > 1 and e.explanation is not null
                 then jsonb_strip_nulls(jsonb_build_object(
                   'appeal', e.explanation -> 'appeal', 'earlier_appeals', e.explanation -> 'earlier_appeals')) end as appeals
     from monthly_scores m left join score_explanations e using (seller_id, period, revision)
     where m.seller_id = any($1::int[]) and m.period = $2 and m.status = 'final'
     order by m.seller_id`,
    [sellers, period],
  )

/** What a final score was made of; undefined where nothing is kept, or what other code has kept in another shape. */
function keptInput({ inputs }: FinalScore): ScoreInput | undefined {
  if (inputs === null) return undefined
  try {
    return readInputsAlone(inputs)
  } catch {
    return undefined
  }
}

/** What a final score would be, with the appeals that were approved on top; undefined when that is what it is. */
export function computeAgain(rules: PreparedRules, { before, input: inputOf }: Recomputation) {
  const input = inputOf()
  if (!input) return undefined
  const scored = scoreSeller(rules, input)
  const appeals = before.appeals ? decisionsOf(before.appeals) : []
  const after = revised({ rules, appeals }, scored)
  if (hasNumbers(after, before)) return undefined
  return { before, after, orders: Number(input.aggregates.orders ?? 0), inputs: scored.inputs }
}
