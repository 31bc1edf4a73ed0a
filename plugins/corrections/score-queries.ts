import type { FinalScore } from '../../src/domain/scores/final-scores.ts'
import { scoreColumns } from '../../src/domain/scores/score-row.ts'
import type { Sql } from '../../src/platform/database/database.ts'
import { COMPONENTS } from '../../src/scoring/components.ts'
import type { Score } from '../../src/scoring/score.ts'

/** A score that a correction changes: what it is, and what it would be. */
export interface ChangedScore {
  before: FinalScore
  after: Score
  /** the orders of the month, as they were counted again */
  orders: number
  inputs: string
}

/** Writes changed scores; of a dry run only what is shown. */
export const writeChanged = (
  tx: Sql,
  { correction_id, batch, dry_run }: { correction_id: number; batch: number; dry_run: boolean },
  scores: ChangedScore[],
) =>
  tx.run(
    `insert into correction_scores (
       correction_id, batch, seller_id, revision, total_before, total_after, tier_before, tier_after,
       is_rated_before, is_rated_after, raws, score, inputs, explanation)
     select $1, $2, * from unnest(
       $3::int[], $4::int[], $5::numeric[], $6::numeric[], $7::text[], $8::text[], $9::bool[], $10::bool[],
       $11::jsonb[], $12::jsonb[], $13::text[], $14::json[])`,
    [
      correction_id,
      batch,
      scores.map(({ before }) => before.seller_id),
      scores.map(({ before }) => before.revision),
      scores.map(({ before }) => before.total_sos),
      scores.map(({ after }) => after.total_sos),
      scores.map(({ before }) => before.tier_name),
      scores.map(({ after }) => after.tier.name),
      scores.map(({ before }) => before.is_rated),
      scores.map(({ after }) => after.is_rated),
      scores.map((score) => JSON.stringify(rawsOf(score))),
      scores.map(({ after, orders }) =>
        dry_run ? null : JSON.stringify({ ...scoreColumns(after), orders }),
      ),
      scores.map(({ inputs }) => (dry_run ? null : inputs)),
      scores.map(({ after }) => (dry_run ? null : JSON.stringify(after.explanation))),
    ],
  )

const rawsOf = ({ before, after }: ChangedScore) =>
  Object.fromEntries(
    COMPONENTS.map((name) => [name, { before: before[`${name}_raw`], after: after.components[name].raw }]),
  )
