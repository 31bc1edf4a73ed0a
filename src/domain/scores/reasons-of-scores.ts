import { countedOtherwise } from '../../feeds/scored-month.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { ExplainedScore } from '../../scoring/effects.ts'
import { type Reasons, reasonsOf } from '../../scoring/reasons.ts'
import { computeTrend } from '../../scoring/trend.ts'
import { plainly } from '../words/plainly.ts'
import { movedMost, partsOfChange, type ScoreBefore } from './change-of-score.ts'
import { explainer, type KeptScore } from './explainer.ts'
import { PREVIOUS_OF_M } from './renew-trends.ts'
import { NUMBERS_OF_M } from './score-row.ts'

/** A score of a seller and a month with the rules of its run. */
export type ExplainedOfSeller = ExplainedScore & { seller_id: number; period: string }

/** Scores, one of a seller, each beside the one that its trend compares it with, as it is today; null: none is known. */
async function compared(db: Sql, scores: readonly ExplainedOfSeller[]) {
  const { explain } = explainer(db)
  const previous = new Map((await previousOf(db, scores)).map((kept) => [kept.seller_id, kept]))
  const pairs: { score: ExplainedOfSeller; kept: KeptOfSeller | undefined; before: ScoreBefore | null }[] = []
  for (const score of scores) {
    const kept = previous.get(score.seller_id)
    const explained = kept && (await explain(kept))
    pairs.push({ score, kept, before: explained ? { ...explained, period: kept.period } : null })
  }
  return pairs
}

/** Why scores of some sellers, one of each, are not 100, by seller, and what has changed since the score before. */
export async function reasonsOfScores(
  db: Sql,
  scores: readonly ExplainedOfSeller[],
  currency: string | undefined,
): Promise<Map<number, Reasons>> {
  const pairs = await compared(db, scores)
  return new Map(pairs.map(({ score, before }) => [score.seller_id, told(score, before, currency)]))
}

function told(score: ExplainedScore, before: ExplainedScore | null, currency: string | undefined): Reasons {
  const found = reasonsOf(score, before)
  return {
    ...found,
    reasons: found.reasons.map((one) => ({ ...one, sentence: plainly(one.sentence, currency) })),
  }
}

/** What is kept of a seller's score. */
export type KeptOfSeller = KeptScore & { seller_id: number; period: string }

const KEPT_COLUMNS = `e.seller_id, e.period, e.run_id, e.inputs, e.explanation, ${NUMBERS_OF_M}`

/** SQL: what is kept of the score `m`, as JSON; null where nothing is. */
export const KEPT_OF_M = `
  select row_to_json(kept) from (
    select ${KEPT_COLUMNS} from score_explanations e
    where e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision) kept`

/**
 * What takes most points from some scores, and what brings them less or more than before, most of all, by seller: null
 * where nothing does. Of what can't be explained any more there is none.
 */
export async function mainReasons(db: Sql, scores: readonly KeptOfSeller[], currency: string | undefined) {
  const found: ExplainedOfSeller[] = []
  for (const kept of scores) {
    const explained = await explainer(db).explain(kept)
    if (explained) found.push({ ...explained, seller_id: kept.seller_id, period: kept.period })
  }
  const pairs = await compared(db, found)
  const main = pairs.map(({ score, before }) => {
    const [costliest = null] = told(score, before, currency)
      .reasons.filter(({ points_lost }) => points_lost > 0)
      .toSorted((a, b) => b.points_lost - a.points_lost)
    const moved = (way: 1 | -1) => before && movedMost(score, before, way, currency)
    return [score.seller_id, { costliest, fallen: moved(-1), risen: moved(1) }] as const
  })
  return new Map(main)
}

/**
 * The reasons of one score, or of an earlier revision of it, and what has changed since the one that its trend names:
 * nothing where the total of that is another one by now, or it can't be explained any more.
 */
export async function reasonsAndChange(
  db: Sql,
  score: ExplainedOfSeller & { total_sos: number },
  currency: string | undefined,
) {
  const { trend, tier } = score.explanation
  const [{ kept, before } = { kept: undefined, before: null }] = await compared(db, [score])
  const isNamed = kept?.period === trend.previous_period && kept.total_sos === trend.previous_sos
  if (!kept || !before || !isNamed) return { ...told(score, null, currency), since_previous: null }
  const since_previous = tier.is_rated ? await changeOf(db, score, kept.total_sos, before) : null
  return { ...told(score, before, currency), since_previous }
}

/** What has moved a total since the one before, in parts that add up to `delta`; `note` where that month was counted otherwise. */
async function changeOf(
  db: Sql,
  score: ExplainedOfSeller & { total_sos: number },
  previous_sos: number,
  before: ScoreBefore,
) {
  const { period } = before
  const note = (await countedOtherwise(db, [{ period: score.period, before: period }])).get(score.period)
  return {
    ...(note && { note }),
    ...{ period, previous_sos },
    delta: computeTrend(score.total_sos, previous_sos, true).delta,
    parts: partsOfChange(score, before, { now: score.total_sos, before: previous_sos }),
  }
}

/** What is kept of the scores that these are compared with, as they are today. */
async function previousOf(db: Sql, scores: readonly ExplainedOfSeller[]) {
  if (scores.length === 0) return []
  return db.rows<KeptOfSeller>(
    `select ${KEPT_COLUMNS}
     from (
       select m.seller_id, p.period
       from unnest($1::int[], $2::text[]) as m(seller_id, period) cross join lateral (${PREVIOUS_OF_M}) p) p
       join monthly_scores m on m.seller_id = p.seller_id and m.period = p.period
       join score_explanations e
         on e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision`,
    [scores.map(({ seller_id }) => seller_id), scores.map(({ period }) => period)],
    'previous-explanations',
  )
}
