import { plainly } from '../../src/domain/words/plainly.ts'
import { type Decimals, decimalsOfCurrency } from '../../src/scoring/currency.ts'
import { type PreparedRules, prepareRules } from '../../src/scoring/prepare-rules.ts'
import { parse, sum, toMoney } from '../../src/scoring/rational.ts'
import type { RuleRecord, RuleSet } from '../../src/scoring/rules.ts'
import { explainMetrics, type MeasuredSeller, measureSeller, scoreMeasured } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { tierSentence } from '../../src/scoring/sentences.ts'
import { evaluateSurcharges } from '../../src/scoring/surcharge-rules.ts'

/** What one side of a backtest says of a seller's month. */
export interface SideScore {
  total: number
  tier: string
  rank: number
  rated: boolean
  /** the latest earlier rated total of this side */
  previous: number | null
  /** decimal text */
  surcharges: string
  /** why a score that comes into another tier has this one and not the next one up: a sentence */
  why: string | null
}

/** One set of rules, ready to score by. */
export interface Side {
  rules: PreparedRules
  surcharges: RuleRecord<'surcharge'>[]
  /** of the currency of its amounts */
  decimals: Decimals
}

/** A side's score; why it has its tier is made where it is asked for. */
export interface ScoredSide extends Omit<SideScore, 'why'> {
  sayWhy: () => string
}

export const sideOf = (rules: RuleSet, currency: string | undefined): Side => ({
  rules: prepareRules(rules),
  surcharges: rules.surcharge,
  decimals: decimalsOfCurrency(currency),
})

/**
 * Scores a seller's month by one side. Neither an explanation nor a hash is made, for nothing of them is kept but why a
 * score that changes its tier has it.
 */
export function scoreSide({ rules, surcharges, decimals }: Side, input: ScoreInput): ScoredSide {
  const measured = measureSeller(rules, input)
  const score = scoreMeasured(rules, measured)
  const { total_sos, tier, is_rated, is_grace_period } = score
  return {
    total: total_sos,
    tier: tier.name,
    rank: tier.rank,
    rated: is_rated,
    previous: input.previous && Number(input.previous.total_sos),
    surcharges: is_grace_period ? NO_SURCHARGES : surchargesOf(surcharges, measured, decimals),
    sayWhy: () => plainly(tierSentence(score.explanation)),
  }
}

export const NO_SURCHARGES = '0'

/** All that the rules bring a seller outside grace: each surcharge is rounded, as when it is made. */
function surchargesOf(
  rules: RuleRecord<'surcharge'>[],
  measured: MeasuredSeller,
  decimals: Decimals,
): string {
  const metrics = explainMetrics(onlyWith(measured, rules))
  const due = evaluateSurcharges(rules, { metrics, is_grace_period: false }, decimals)
  return toMoney(sum(due.map(({ amount }) => parse(amount))), decimals)
}

/**
 * What was measured, with the metrics alone that rules look at: to explain all of them would cost as much as a score.
 */
const onlyWith = (measured: MeasuredSeller, rules: RuleRecord<'surcharge'>[]): MeasuredSeller => ({
  ...measured,
  components: measured.components.map(({ prepared, measurements }) => ({
    prepared,
    measurements: measurements.filter(({ rule }) => rules.some(({ metric }) => metric === rule.metric.name)),
  })),
})
