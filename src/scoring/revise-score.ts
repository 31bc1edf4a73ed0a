import { appealSentence } from './appeal-sentence.ts'
import type { Component } from './components.ts'
import { type AppealExplanation, appealsOf, type Explanation } from './explanation.ts'
import type { PreparedRules } from './prepare-rules.ts'
import { add, clamp, parse, type Rational, round, subtract, ZERO } from './rational.ts'
import { replay } from './replay.ts'
import { type Score, withoutData } from './score.ts'
import { summarize } from './score-result.ts'
import { unratedBecause } from './unrated.ts'

/** What an appeal decides of a score: a raw of a component, a total, or both; 0 to 100, taken to two decimals. */
export type AppealDecision = {
  /** The component that is decided */
  component: Component
  /** The component that the appeal was made against, when that is another one */
  appealed?: Component
  raw_after?: number | null
  total_after?: number | null
}

/** An appeal before it is known what becomes of the total. */
type Decided = Pick<
  AppealExplanation,
  'component' | 'raw_before' | 'raw_after' | 'raw_given' | 'had_data'
> & {
  /** null when it is computed */
  total: number | null
}

/**
 * What an approved appeal makes of a score, one that appeals have revised before included; `rules` are those of the
 * run that made the score. `replay` says what a decided raw means for the other components and the tier.
 *
 * Without a decided total the total is computed. A decided total stands, whatever the components say; when a later
 * appeal decides a raw only, that total moves by as much as the computed one. Deciding the raw that a component
 * with data already shows changes nothing, unrounded digits included. The tier comes from the new numbers by the
 * rules of the run, so a seller with too little data stays unrated whatever its total.
 * @throws RangeError when nothing is decided, a decided number is not within 0 and 100, or the rules are others
 */
export function reviseScore(
  rules: PreparedRules,
  { total_sos, explanation }: Pick<Score, 'total_sos' | 'explanation'>,
  decision: AppealDecision,
): Score {
  const earlier = appealsOf(explanation)
  const now = readDecision(decision, explanation)
  const { adjusted, total, follows } = recompute(rules, explanation, [...earlier.map(asDecided), now])

  const { previous_period, previous_sos } = explanation.trend
  const previous = previous_period === null ? null : previous_sos
  const { result, explain } = summarize(rules.tiers, adjusted.components, total, previous)
  const { total: given, ...rest } = now
  const appeal = {
    ...rest,
    total_before: total_sos,
    total_after: result.total_sos,
    total_given: given !== null,
  }
  const revised = {
    ...explanation,
    total: { before: round(adjusted.sum, 6), after: round(total, 6) },
    ...explain(),
    exceptions: adjusted.log,
    trend: { previous_period, ...result.trend },
    appeal: { ...appeal, sentence: sentenceOf(appeal, decision.appealed, follows) },
    ...(earlier.length > 0 && { earlier_appeals: earlier }),
  }
  return {
    ...result,
    is_grace_period: explanation.grace.is_grace_period,
    unrated: unratedBecause(rules, revised),
    imputed: withoutData(adjusted.components),
    explanation: revised,
  }
}

/** Says of which component the appeal was, when it decided another one. */
function sentenceOf(
  appeal: Omit<AppealExplanation, 'sentence'>,
  appealed: Component | undefined,
  follows: boolean,
) {
  const { component } = appeal
  const sentence = appealSentence(appeal, follows)
  return appealed === undefined || appealed === component
    ? sentence
    : sentence.replace(
        `An appeal of ${component} set its raw`,
        `An appeal of ${appealed} set the raw of ${component}`,
      )
}

/** Goes through all appeals in their order; `follows` when the total is an earlier decision's, moved along. */
function recompute(rules: PreparedRules, explanation: Explanation, appeals: readonly Decided[]) {
  const compute = replay(rules, explanation)
  const decided = new Map<Component, Rational>()
  let adjusted = compute(decided)
  let offset = ZERO // by how much the decided total lies above the computed one
  for (const appeal of appeals) {
    if (changesRaw(appeal)) {
      decided.set(appeal.component, parse(appeal.raw_after))
      adjusted = compute(decided)
    }
    if (appeal.total !== null) offset = subtract(parse(appeal.total), adjusted.total)
  }
  const follows = appeals.at(-1)?.total === null && offset.n !== 0n
  return { adjusted, total: clamp(add(adjusted.total, offset)), follows }
}

const changesRaw = ({ raw_given, had_data, raw_before, raw_after }: Decided) =>
  raw_given && !(had_data && raw_after === raw_before)

function readDecision(
  { component, raw_after, total_after }: AppealDecision,
  explanation: Explanation,
): Decided {
  const { raw: raw_before, has_data: had_data } = explanation.components[component]
  const raw = readScore('raw_after', raw_after)
  const total = readScore('total_after', total_after)
  if (raw === null && total === null) throw new RangeError('raw_after or total_after must be decided')
  return { component, raw_before, raw_after: raw ?? raw_before, raw_given: raw !== null, had_data, total }
}

const asDecided = (appeal: AppealExplanation): Decided => ({
  ...appeal,
  total: appeal.total_given ? appeal.total_after : null,
})

function readScore(name: string, value: number | null | undefined): number | null {
  if (value === null || value === undefined) return null
  if (!(value >= 0 && value <= 100)) throw new RangeError(`${name} must be within 0 and 100, not ${value}`)
  return round(parse(value), 2)
}
