import { explainer, type KeptScore } from '../../src/domain/scores/explainer.ts'
import type { Sql } from '../../src/platform/database/statements/sql.ts'

type Kept = KeptScore & { seller_id: number; period: string; revision: number; text: string | null }

/**
 * The text of every score's explanation, of one period or of all: the kept one, else what its inputs give. A database
 * of an earlier release has no inputs.
 */
export async function explanationTexts(db: Sql, period: string | null = null) {
  const { explain } = explainer(db)
  const rows = await db.rows<Kept>(
    `select e.seller_id, e.period, e.revision, e.run_id, to_json(e) ->> 'inputs' as inputs, null as explanation,
            e.explanation::text as text, is_rated, tier_name, direction, is_grace_period,
            total_sos::float8, delta_sos::float8, p_score_raw::float8, o_score_raw::float8, t_score_raw::float8,
            f_score_raw::float8, i_score_raw::float8
     from score_explanations e left join monthly_scores using (seller_id, period, revision)
     where $1::text is null or e.period = $1 order by 1, 2, 3`,
    [period],
  )
  const texts = []
  for (const { text, ...kept } of rows)
    texts.push({ ...kept, text: text ?? JSON.stringify((await explain(kept))?.explanation) })
  return texts
}
