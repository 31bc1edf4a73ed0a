import { countedOtherwise } from '../../feeds/scored-month.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { ExplainedScore } from '../../scoring/effects.ts'
import { type Reason, type Reasons, reasonsOf } from '../../scoring/reasons.ts'
import { computeTrend } from '../../scoring/trend.ts'
import { plainly } from '../words/plainly.ts'
import { fallenMost, type PartOfChange, partsOfChange } from './change-of-score.ts'
import type { Explainer, KeptScore } from './explainer.ts'
import type { ExplainedScore as KeptExplanation } from './keep-explanations.ts'
import { NUMBERS_OF_M, type ScoreNumbers } from './score-numbers.ts'

/** A score of a seller and the one that its trend compares it with, both with the rules of their runs. */
interface Compared {
  seller_id: number
  score: ExplainedScore
  /** null where there is none, or it can't be had any more. */
  before: ExplainedScore | null
}

/**
 * Some scores, one of each seller, each beside the one before. That can't be had any more when its total is another one
 * now, by an appeal or another run, or when other code has computed it.
 */
async function compared(
  db: Sql,
  { explain, rulesOf }: Explainer,
  scores: readonly KeptExplanation[],
): Promise<Compared[]> {
  const withRules = async ({ run_id, explanation }: Omit<KeptExplanation, 'seller_id'>) => ({
    explanation,
    rules: (await rulesOf(run_id)).prepared,
  })
  const previous = new Map((await previousOf(db, scores)).map((kept) => [kept.seller_id, kept]))
  const pairs: Compared[] = []
  for (const { seller_id, ...score } of scores) {
    const kept = previous.get(seller_id)
    const explanation = kept && (await explain(kept, kept))
    const before = explanation ? await withRules({ run_id: kept.run_id, explanation }) : null
    pairs.push({ seller_id, score: await withRules(score), before })
  }
  return pairs
}

/** Why scores of some sellers, one of each, are not 100, by seller, and what has changed since the score before. */
export async function reasonsOfScores(
  db: Sql,
  explainer: Explainer,
  scores: readonly KeptExplanation[],
  currency: string | undefined,
): Promise<Map<number, Reasons>> {
  const pairs = await compared(db, explainer, scores)
  return new Map(pairs.map(({ seller_id, score, before }) => [seller_id, told(score, before, currency)]))
}

function told(score: ExplainedScore, before: ExplainedScore | null, currency: string | undefined): Reasons {
  const found = reasonsOf(score, before)
  return {
    ...found,
    reasons: found.reasons.map((one) => ({ ...one, sentence: plainly(one.sentence, currency) })),
  }
}

/** What is kept of a seller's score. */
export type KeptOfSeller = KeptScore & ScoreNumbers & { seller_id: number }

const KEPT_COLUMNS = `e.seller_id, e.run_id, e.inputs, e.explanation, ${NUMBERS_OF_M}`

/** SQL: what is kept of the score `m`, as JSON; null where nothing is. */
export const KEPT_OF_M = `
  select row_to_json(kept) from (
    select ${KEPT_COLUMNS} from score_explanations e
    where e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision) kept`

/** What takes most points from a score, and what brings it less than before, most of all: null where nothing does. */
interface MainReasons {
  costliest: Reason | null
  fallen: Reason | null
}

/** The main reasons of some scores, by seller; of what can't be explained any more there are none. */
export async function mainReasons(
  db: Sql,
  known: Explainer,
  scores: readonly KeptOfSeller[],
  currency: string | undefined,
): Promise<Map<number, MainReasons>> {
  const explained: KeptExplanation[] = []
  for (const kept of scores) {
    const explanation = await known.explain(kept, kept)
    if (explanation) explained.push({ seller_id: kept.seller_id, run_id: kept.run_id, explanation })
  }
  const main = new Map<number, MainReasons>()
  for (const { seller_id, score, before } of await compared(db, known, explained)) {
    const [costliest] = told(score, before, currency)
      .reasons.filter(({ points_lost }) => points_lost > 0)
      .toSorted((a, b) => b.points_lost - a.points_lost)
    const fallen = before && fallenMost(score, before)
    main.set(seller_id, {
      costliest: costliest ?? null,
      fallen: fallen && { ...fallen, sentence: plainly(fallen.sentence, currency) },
    })
  }
  return main
}

/** The reasons of one score. */
export const reasonsOfScore = async (
  db: Sql,
  known: Explainer,
  score: KeptExplanation,
  currency: string | undefined,
): Promise<Reasons> => (await reasonsOfScores(db, known, [score], currency)).get(score.seller_id) as Reasons

/** The rated score before one, as it is today, and what has moved the total since. */
export interface SincePrevious {
  period: string
  previous_sos: number
  delta: number
  /** They add up to `delta`. */
  parts: PartOfChange[]
  /** Where that month was counted otherwise. */
  note?: string
}

/** What has moved a rated total since the one before; null without one, or where that can't be explained any more. */
export async function sincePrevious(
  db: Sql,
  { explain, rulesOf }: Explainer,
  { seller_id, run_id, explanation }: KeptExplanation,
  { period, total_sos }: { period: string; total_sos: number },
): Promise<SincePrevious | null> {
  if (!explanation.tier.is_rated) return null
  const kept = await db.row<KeptOfSeller & { period: string }>(
    `select m.period, ${KEPT_COLUMNS}
     from monthly_scores m join score_explanations e using (seller_id, period, revision)
     where m.seller_id = $1 and m.period < $2 and m.is_rated order by m.period desc limit 1`,
    [seller_id, period],
    'previous-score',
  )
  const before = kept && (await explain(kept, kept))
  if (!before) return null
  const totals = { now: total_sos, before: kept.total_sos }
  const note = (await countedOtherwise(db, [{ period, before: kept.period }])).get(period)
  return {
    ...(note && { note }),
    period: kept.period,
    previous_sos: totals.before,
    delta: computeTrend(totals.now, totals.before, true).delta,
    parts: partsOfChange(
      { explanation, rules: (await rulesOf(run_id)).prepared },
      { explanation: before, rules: (await rulesOf(kept.run_id)).prepared },
      totals,
    ),
  }
}

/** What is kept of the scores that these are compared with, where their totals are still the same. */
async function previousOf(db: Sql, scores: readonly KeptExplanation[]) {
  const compared = scores.filter(({ explanation }) => explanation.trend.previous_period !== null)
  if (compared.length === 0) return []
  return db.rows<KeptOfSeller>(
    `select ${KEPT_COLUMNS}
     from unnest($1::int[], $2::text[], $3::numeric[]) as compared(seller_id, period, total_sos)
       join monthly_scores m
         on m.seller_id = compared.seller_id and m.period = compared.period and m.total_sos = compared.total_sos
       join score_explanations e
         on e.seller_id = m.seller_id and e.period = m.period and e.revision = m.revision
     where m.seller_id = any($1::int[])`,
    [
      compared.map(({ seller_id }) => seller_id),
      compared.map(({ explanation }) => explanation.trend.previous_period),
      compared.map(({ explanation }) => explanation.trend.previous_sos),
    ],
    'previous-explanations',
  )
}
