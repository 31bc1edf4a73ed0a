import { COMPONENTS } from '../../src/scoring/components.ts'
import { prepareRules } from '../../src/scoring/prepare-rules.ts'
import { type AppealDecision, reviseScore } from '../../src/scoring/revise-score.ts'
import { type Score, scoreSeller } from '../../src/scoring/score.ts'
import type { ScoreInput } from '../../src/scoring/score-input.ts'
import { aggregatesOf, anInput, defaultRuleSet, VALUES } from './a-seller.ts'

export const set = defaultRuleSet()
export const rules = prepareRules(set)
export const scored = (given: Partial<ScoreInput>) => scoreSeller(rules, anInput(given))
export const ofValues = (values: (number | null)[], given: Partial<ScoreInput> = {}) =>
  scored({ aggregates: aggregatesOf(values), ...given })

/** The score after appeals, one after the other, each read back as a database gives it: keys in another order. */
export const revised = (score: Score, ...decisions: AppealDecision[]): Score =>
  decisions.reduce((before, decision) => reviseScore(rules, stored(before), decision), score)

const stored = ({ total_sos, explanation }: Score) => ({ total_sos, explanation: reordered(explanation) })

const reordered = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).reverse())
      : part,
  )

export const raws = ({ components }: Score) => COMPONENTS.map((name) => components[name].raw)

export const none = (count: number) => Array<null>(count).fill(null)
export const paysLate = [...VALUES.great.slice(0, 9), 62, 60, 1, 8, 0.5]
export const noInvoicesNoStock = [...VALUES.great.slice(0, 9), ...none(5)]
export const forecastOnly = [100, 100, 0, ...none(11)]
