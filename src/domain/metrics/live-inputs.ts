import type { Sql } from '../../platform/database/database.ts'
import type { FeedsInUse } from '../../scoring/components.ts'
import type { ScoringRules } from '../../scoring/rules.ts'
import type { ScoreInput } from '../../scoring/score-input.ts'
import { aggregateFacts } from './aggregate.ts'
import { elapsedDays, type ScoredMonth } from './scored-month.ts'
import { exceptionsOf, previousScores, sellersOf } from './seller-queries.ts'

/** What the scores of a set of sellers are made of, active or not, as a run of the month would read it. */
export async function readLiveInputs(
  tx: Sql,
  sellers: number[],
  month: ScoredMonth,
  { rules, feeds_in_use }: { rules: ScoringRules; feeds_in_use: FeedsInUse },
): Promise<Map<number, ScoreInput>> {
  const { period } = month
  const facts = await aggregateFacts(tx, sellers, month, rules)
  const exceptions = await exceptionsOf(tx, sellers, period)
  const previous = await previousScores(tx, sellers, period)
  const known = await sellersOf(tx, sellers, month)
  return new Map(
    known.map(({ id, seller_code, contract_type, contract_start_date, created_on }) => [
      id,
      {
        seller: { seller_code, contract_type, contract_start_date, created_on },
        period,
        aggregates: facts.get(id) ?? {},
        feeds_in_use,
        elapsed_days: elapsedDays(month),
        exceptions: exceptions.get(id) ?? [],
        previous: previous.get(id) ?? null,
      },
    ]),
  )
}
