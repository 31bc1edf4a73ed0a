import { sayWhy } from '../../../src/transparency/check.ts'
import { newest } from '../../../src/transparency/newest.ts'
import { prepareText } from '../../../src/transparency/recompute.ts'
import { type Judgeable, judge } from './judge.ts'

/** Final scores to be judged; the texts of rules, of which many scores have the same, once each. */
export interface JudgeInput {
  engine: string
  rules: string[]
  scores: (Omit<Judgeable, 'rules'> & { set: number | null })[]
}

/** The statement of each score, or why it gets none. */
export type Judged = { text: string } | { problem: string }

/** Of how many sets of rules it is remembered how they are prepared. */
const SETS = 8

/** Runs in a thread: computes final scores again and states them, each by itself. */
export default function judgeTask({ engine, rules, scores }: JudgeInput): Judged[] {
  const prepared = newest<string, ReturnType<typeof prepareText>>(SETS)
  const prepare = (text: string) => prepared(text, () => prepareText(text))
  return scores.map(({ set, ...score }) => {
    try {
      return { text: judge({ ...score, rules: set === null ? null : (rules[set] ?? null) }, engine, prepare) }
    } catch (error) {
      return { problem: sayWhy(error) }
    }
  })
}
