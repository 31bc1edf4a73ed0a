import type { PreparedRules } from '../../scoring/prepare-rules.ts'
import { scoreSeller } from '../../scoring/score.ts'
import { readInputs } from '../../scoring/score-input.ts'
import { decisionsOf, revised, type World } from '../../scoring/simulation/world.ts'
import type { KeptScore } from './explainer.ts'
import { hasNumbers, type ScoreNumbers } from './score-numbers.ts'

/**
 * The world that a stored score was made of, with what appeals have decided of it since. Undefined when this code does
 * not come to the same inputs and the same score, or when no inputs are kept.
 */
export function storedWorld(
  rules: PreparedRules | null,
  { inputs, explanation }: Pick<KeptScore, 'inputs' | 'explanation'>,
  score: ScoreNumbers,
): World | undefined {
  if (!rules || inputs === null) return undefined
  try {
    const appeals = explanation ? decisionsOf(explanation) : []
    const world = { rules, input: readInputs(rules, inputs), appeals }
    const computed = scoreSeller(rules, world.input)
    return computed.inputs === inputs && hasNumbers(revised(world, computed), score) ? world : undefined
  } catch {
    return undefined // what other code has written may have any shape
  }
}
