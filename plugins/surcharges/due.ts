import { setImmediate } from 'node:timers/promises'
import { COUNTED_SCORES } from '../../src/domain/scores/counted-scores.ts'
import { rulesOf } from '../../src/domain/scores/effective-rules.ts'
import { explainer, type KeptScore } from '../../src/domain/scores/explainer.ts'
import { NUMBERS_OF_M, type ScoreNumbers } from '../../src/domain/scores/score-numbers.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { conflict } from '../../src/platform/http/errors/problems.ts'
import type { Decimals } from '../../src/scoring/currency.ts'
import { isTooLarge, LARGEST_AMOUNT } from '../../src/scoring/largest-amount.ts'
import { evaluateSurcharges, type RuledSurcharge } from '../../src/scoring/surcharge-rules.ts'

/** A surcharge that a rule brings a seller. */
export type DueSurcharge = RuledSurcharge & { seller_id: number; seller_code: string }

/** What the rules bring, and the scores that they say nothing about, because other code has computed them. */
interface DueSurcharges {
  due: DueSurcharge[]
  mismatches: { seller_code: string; period: string }[]
}

/** A score holds some kilobytes of metrics, so a month is read in parts. */
const SELLERS_AT_A_TIME = 500

/**
 * What the surcharge rules of a period bring its scored sellers outside grace, by seller and rule.
 * @throws 409 when one of them is more than an amount can be: nobody meant it, so it is not cut down to fit
 */
export async function dueSurcharges(
  db: Database,
  period: string,
  decimals: Decimals,
): Promise<DueSurcharges> {
  const { surcharge: rules } = await rulesOf(db, ['surcharge'], period)
  const { metricsOf } = explainer(db)
  const due: DueSurcharge[] = []
  const mismatches: DueSurcharges['mismatches'] = []
  for (let after = 0; ; ) {
    const scores = await scoresAfter(db, { period, after, limit: SELLERS_AT_A_TIME })
    for (const score of scores) {
      const { seller_id, seller_code, is_grace_period } = score
      const metrics = await metricsOf(score, score)
      if (!metrics) {
        mismatches.push({ seller_code, period })
        continue
      }
      for (const surcharge of evaluateSurcharges(rules, { metrics, is_grace_period }, decimals))
        due.push(storable({ ...surcharge, seller_id, seller_code }))
    }
    await setImmediate()
    const last = scores.at(-1)
    if (!last || scores.length < SELLERS_AT_A_TIME) return { due, mismatches }
    after = last.seller_id
  }
}

function storable(due: DueSurcharge): DueSurcharge {
  const { rule, surcharge_type, seller_code, amount } = due
  if (isTooLarge(amount))
    throw conflict(
      'surcharge_too_large',
      `rule ${rule.id} (${surcharge_type}) brings seller ${seller_code} more than ${LARGEST_AMOUNT}, the most that a surcharge can be: give the rule a cap`,
    )
  return due
}

export const ruleKey = ({ seller_id, rule_id }: { seller_id: number; rule_id: number | null }) =>
  `${seller_id} ${rule_id}`

/** A score as rules are evaluated against it. */
interface Score extends KeptScore, ScoreNumbers {
  seller_id: number
  seller_code: string
}

/**
 * The scores of a period that count and are outside grace, in the order of their sellers, with what is kept of them.
 * Who is on the page is settled first, so that no explanation of another seller is looked up or sorted. Without a name
 * the statement is planned each time: a plan kept from when the tables were small reads them whole for every seller.
 */
const scoresAfter = (
  db: Database,
  { period, after, limit }: { period: string; after: number; limit: number },
) =>
  db.rows<Score>(
    `with page as materialized (
       select * from ${COUNTED_SCORES} m
       where period = $1 and not is_grace_period and seller_id > $2
       order by seller_id limit $3
     )
     select seller_id, s.seller_code, e.run_id, e.inputs, e.explanation, ${NUMBERS_OF_M}
     from page m
       join sellers s on s.id = seller_id
       join score_explanations e using (seller_id, period, revision)
     order by seller_id`,
    [period, after, limit],
  )

/** The surcharges of a period that rules have made, whatever became of them. */
export const ruledSurcharges = (db: Database, period: string) =>
  db.rows<{ seller_id: number; rule_id: number }>`
    select seller_id, rule_id from surcharges where period = ${period} and rule_id is not null`
