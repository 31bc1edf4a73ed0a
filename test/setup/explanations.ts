import { explainer, type KeptScore } from '../../src/domain/scores/explainer.ts'
import type { Sql } from '../../src/platform/database/sql.ts'

type Kept = KeptScore & { seller_id: number; period: string; revision: number; text: string | null }

/**
 * The text of every score's explanation, of one period or of all: the kept one, else what its inputs give. A database
 * of an earlier release has no inputs.
 */
export async function explanationTexts(db: Sql, period: string | null = null) {
  const { explain } = explainer(db)
  const rows = await db.rows<Kept>(
    `select seller_id, period, revision, run_id, to_json(e) ->> 'inputs' as inputs, null as explanation,
            explanation::text as text
     from score_explanations e where $1::text is null or period = $1 order by 1, 2, 3`,
    [period],
  )
  const texts = []
  for (const { text, ...kept } of rows)
    texts.push({ ...kept, text: text ?? JSON.stringify(await explain(kept)) })
  return texts
}
