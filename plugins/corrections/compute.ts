import { hasNumbers } from '../../src/domain/scores/score-numbers.ts'
import type { PreparedRules } from '../../src/scoring/prepare-rules.ts'
import { scoreSeller } from '../../src/scoring/score.ts'
import { decisionsOf, revised } from '../../src/scoring/simulation/world.ts'
import type { Again } from './read-batch.ts'
import type { ChangedScore } from './score-queries.ts'

/** What a final score would be, with the appeals that were approved on top; undefined when that is what it is. */
export function computeAgain(rules: PreparedRules, { before, input }: Again): ChangedScore | undefined {
  const scored = scoreSeller(rules, input)
  const appeals = before.appeals ? decisionsOf(before.appeals) : []
  const after = revised({ rules, appeals }, scored)
  if (hasNumbers(after, before)) return undefined
  return { before, after, orders: Number(input.aggregates.orders ?? 0), inputs: scored.inputs }
}
