import { httpErrors } from '@fastify/sensible'
import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { MetricExplanation } from '../../src/scoring/explanation.ts'
import { isTooLarge, LARGEST_AMOUNT } from '../../src/scoring/largest-amount.ts'
import { evaluateSurcharges, type RuledSurcharge } from '../../src/scoring/surcharge-rules.ts'

/** A surcharge that a rule brings a seller. */
export type DueSurcharge = RuledSurcharge & { seller_id: number; seller_code: string }

/** A score holds some kilobytes of metrics, so a month is read in parts. */
const SELLERS_AT_A_TIME = 2_000

/**
 * What the surcharge rules of a period bring its scored sellers outside grace, by seller and rule.
 * @throws 409 when one of them is more than an amount can be: nobody meant it, so it is not cut down to fit
 */
export async function dueSurcharges(db: Database, period: string): Promise<DueSurcharge[]> {
  const { surcharge: rules } = await rulesOf(db, ['surcharge'], period)
  const metrics = rules.map(({ metric }) => metric)
  const due: DueSurcharge[] = []
  for (let after = 0; ; ) {
    const scores = await scoresAfter(db, { period, metrics, after, limit: SELLERS_AT_A_TIME })
    for (const { seller_id, seller_code, ...score } of scores)
      for (const surcharge of evaluateSurcharges(rules, score))
        due.push(storable({ ...surcharge, seller_id, seller_code }))
    const last = scores.at(-1)
    if (!last || scores.length < SELLERS_AT_A_TIME) return due
    after = last.seller_id
  }
}

function storable(due: DueSurcharge): DueSurcharge {
  const { rule, surcharge_type, seller_code, amount } = due
  if (isTooLarge(amount))
    throw httpErrors.conflict(
      `rule ${rule.id} (${surcharge_type}) brings seller ${seller_code} more than ${LARGEST_AMOUNT}, the most that a surcharge can be: give the rule a cap`,
    )
  return due
}

interface Score {
  seller_id: number
  seller_code: string
  is_grace_period: boolean
  metrics: MetricExplanation[]
}

/**
 * The scores of a period that are outside grace, in the order of their sellers, with the metrics that are asked for.
 * Who is on the page is settled first, so that no explanation of another seller is looked up or sorted. Without a name
 * the statement is planned each time: a plan kept from when the tables were small reads them whole for every seller.
 */
const scoresAfter = (
  db: Database,
  { period, metrics, after, limit }: { period: string; metrics: string[]; after: number; limit: number },
) =>
  db.rows<Score>(
    `with page as materialized (
       select seller_id, period, revision, is_grace_period from monthly_scores
       where period = $1 and not is_grace_period and seller_id > $3
       order by seller_id limit $4
     )
     select seller_id, s.seller_code, is_grace_period,
            (select coalesce(json_agg(metric), '[]') from json_array_elements(e.explanation -> 'metrics') metric
             where metric ->> 'metric' = any($2::text[])) as metrics
     from page
       join sellers s on s.id = seller_id
       join score_explanations e using (seller_id, period, revision)
     order by seller_id`,
    [period, metrics, after, limit],
  )

/** Which rules have brought a seller a surcharge of the period before, as `<seller_id> <rule_id>`. */
export async function ruledBefore(db: Database, period: string): Promise<Set<string>> {
  const rows = await db.rows<{ seller_id: number; rule_id: number }>(
    `select seller_id, rule_id from surcharges where period = $1 and rule_id is not null`,
    [period],
  )
  return new Set(rows.map(ruleKey))
}

export const ruleKey = ({ seller_id, rule_id }: { seller_id: number; rule_id: number | null }) =>
  `${seller_id} ${rule_id}`
