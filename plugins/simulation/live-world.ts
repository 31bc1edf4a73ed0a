import { findFeedsInUse } from '../../src/domain/metrics/feeds-in-use-queries.ts'
import { aggregateForecasts } from '../../src/domain/metrics/forecasts-queries.ts'
import { readLiveInputs } from '../../src/domain/metrics/live-inputs.ts'
import { aggregatePayments } from '../../src/domain/metrics/payments-queries.ts'
import { paramsOf } from '../../src/domain/metrics/rule-params.ts'
import { elapsedDays, monthUntilNow, type ScoredMonth } from '../../src/domain/metrics/scored-month.ts'
import { readAtOneInstant } from '../../src/domain/metrics/seller-queries.ts'
import { appealDecisions } from '../../src/domain/scores/appeal-decisions.ts'
import { scoringRulesOf } from '../../src/domain/scores/effective-rules.ts'
import type { Database, Sql } from '../../src/platform/database/database.ts'
import { addDays, firstDay, nextPeriod } from '../../src/scoring/month.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import type { ScoringRules } from '../../src/scoring/rules.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { grownOrders, type MonthEnd } from '../../src/scoring/simulation/pace.ts'
import type { World } from '../../src/scoring/simulation/world.ts'

export interface LiveWorld {
  as_of: string
  rules: ScoringRules
  world: World
  /** What is known of the month's end, where it was asked for. */
  end: MonthEnd | null
}

/**
 * The world of a seller's score in the running month, as of now: what a run that started now would read, active seller
 * or not, and what appeals have decided of the month's score. All of it is of one instant, and nothing is written.
 */
export const readLive = (
  db: Database,
  { seller, period, time_zone }: { seller: number; period: string; time_zone: string },
  wantsEnd: boolean,
): Promise<LiveWorld> =>
  db.transaction(async (tx) => {
    await readAtOneInstant(tx)
    const month = await monthUntilNow(tx, period, time_zone)
    const rules = await scoringRulesOf(tx, period)
    const world = await readWorld(tx, seller, month, rules)
    const end = wantsEnd ? await readEnd(tx, seller, month, rules, world) : null
    return { as_of: month.as_of, rules, world, end }
  })

async function readWorld(tx: Sql, id: number, month: ScoredMonth, rules: ScoringRules): Promise<World> {
  const feeds_in_use = await findFeedsInUse(tx, month)
  const inputs = await readLiveInputs(tx, [id], month, { rules, feeds_in_use })
  const decisions = await appealDecisions(tx, [id], month.period)
  return {
    rules: prepareRules(rules),
    input: inputs.get(id) as ScoreInput,
    appeals: decisions.get(id) ?? [],
  }
}

/** What the facts so far don't tell of the month's end: invoices that fall due until then, and grown forecasts. */
async function readEnd(
  tx: Sql,
  id: number,
  month: ScoredMonth,
  rules: ScoringRules,
  world: World,
): Promise<MonthEnd> {
  const as_of_date = addDays(firstDay(nextPeriod(month.period)), -1)
  const days = elapsedDays({ period: month.period, as_of_date })
  const [payments] = await aggregatePayments(tx, [id], { ...month, as_of_date })
  const { base_days = 0, campaign_days = 0 } = paramsOf(rules, 'forecast_lateness')
  const grown = grownOrders(world, days)
  const [forecasts] = await aggregateForecasts(tx, [id], [grown], month, { base_days, campaign_days })
  return { days, payments: sums(payments), forecasts: sums(forecasts) }
}

/** The sums of a seller; nothing where it has no facts. */
function sums<Row extends { seller_id: number }>(row: Row | undefined) {
  const { seller_id: _, ...rest } = row ?? ({} as Row)
  return rest
}
