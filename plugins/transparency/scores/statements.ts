import { setImmediate as pause } from 'node:timers/promises'
import type { ScoredMonth } from '../../../src/domain/metrics/scored-month.ts'
import { engine } from '../../../src/domain/scores/engine.ts'
import type { Sql } from '../../../src/platform/database/database.ts'
import type { Aggregates } from '../../../src/scoring/aggregates.ts'
import { sha256 } from '../../../src/scoring/canonical-json.ts'
import type { ScoringRules } from '../../../src/scoring/rules.ts'
import type { ScoreInput } from '../../../src/scoring/score-input.ts'
import { explanationText } from '../../../src/transparency/certificate.ts'
import { newest } from '../../../src/transparency/newest.ts'
import { type Prepare, prepareText, recompute } from '../../../src/transparency/recompute.ts'
import { type Statement, statementText } from '../../../src/transparency/statement.ts'
import { rulesTexts } from '../certificates/rules-texts.ts'
import { type Facts, factsBehind, type Scored } from './facts.ts'
import type { FinalScore } from './final-queries.ts'

/** The texts that a statement names by their sha256; null where the service has them no more. */
export interface Texts {
  inputs: string | null
  rules: string | null
  explanation: string | null
}

/** Finds the texts of final scores. */
export function textsReader(
  db: Sql,
): (score: FinalScore) => Promise<Texts & { scoredBy: ScoringRules | null }> {
  const rulesOf = rulesTexts(db)
  return async ({ run_id, inputs, explanation }) => {
    const known = run_id === null ? null : await rulesOf(run_id)
    return {
      inputs,
      rules: known?.text ?? null,
      explanation: explanation && explanationText(explanation),
      scoredBy: known?.isUsable ? known.rules : null,
    }
  }
}

/**
 * What of a statement today's rows say again: all but the facts, which may change, the seller's code, and the engine,
 * which is that of the run or the one that came to the same later.
 */
export const restatable = (score: FinalScore, { inputs, rules, explanation }: Texts) => ({
  v: 1 as const,
  kind: 'score' as const,
  period: score.period,
  revision: score.revision,
  total_sos: score.total_sos,
  tier: score.tier_name,
  as_of: score.as_of as string, // a statement without one is refused
  finalized_at: score.finalized_at,
  input_hash: inputs === null ? (score.explanation?.input_hash ?? null) : sha256(inputs),
  rules_sha256: rules && sha256(rules),
  explanation_sha256: explanation && sha256(explanation),
})

/** A final score with all that is read for its statement. */
export interface ReadScore {
  score: FinalScore
  texts: Texts
  facts: Facts
}

/** Reads what the statements of final scores are made of, in the order given. */
export async function readScores(
  db: Sql,
  scores: readonly FinalScore[],
  readTexts: ReturnType<typeof textsReader>,
  time_zone: string,
): Promise<ReadScore[]> {
  const read = []
  for (const score of scores) read.push({ score, texts: await readTexts(score), input: readInput(score) })
  const factsOf = new Map<FinalScore, Facts>()
  for (const part of Map.groupBy(read, runAndRound(read)).values()) {
    const known = part.filter(({ input }) => input !== null)
    const rules = known[0]?.texts.scoredBy
    const month = known[0] && monthOf(known[0].score, time_zone)
    if (!rules || !month) continue
    const scored = known.map(({ score, input }): Scored => ({ ...score, aggregates: input as Aggregates }))
    const facts = await factsBehind(db, scored, month, rules)
    for (const { score } of known) factsOf.set(score, facts.get(score.seller_id) ?? null)
  }
  return read.map(({ score, texts }) => ({ score, texts, facts: factsOf.get(score) ?? null }))
}

/** The statement of a final score, or why it has none. */
export type Stated = { score: FinalScore; text: string } | { score: FinalScore; problem: string }

/** Of how many sets of rules it is remembered how they are prepared. */
const SETS = 8

/**
 * States final scores, in the order given. What is wrong with one keeps no other from its statement. Outside of a
 * transaction: where another engine has scored them, each takes some milliseconds.
 */
export async function stateScores(read: readonly ReadScore[]): Promise<Stated[]> {
  const prepare = newest(SETS, prepareText)
  const stated: Stated[] = []
  for (const one of read) {
    stated.push(state(one, prepare))
    await pause()
  }
  return stated
}

function state({ score, texts, facts }: ReadScore, prepare: Prepare): Stated {
  try {
    const seller_code = codeIn(texts.inputs) ?? score.seller_code
    const statement: Statement = { ...restatable(score, texts), engine: score.engine, seller_code, facts }
    return { score, text: statementText({ ...statement, engine: engineOf(statement, texts, prepare) }) }
  } catch (error) {
    return { score, problem: (error as Error).message }
  }
}

/**
 * The engine by which the texts can be verified: the one of this process, where it comes to them to the byte although
 * another one has computed the score and a part of its explanation may be of this one; else the one of the run.
 */
function engineOf(
  statement: Statement,
  { inputs, rules, explanation }: Texts,
  prepare: Prepare,
): string | null {
  if (statement.engine === engine() || inputs === null || rules === null || explanation === null)
    return statement.engine
  try {
    recompute(statement, { inputs, rules, explanation }, prepare)
    return engine()
  } catch {
    return statement.engine
  }
}

/** The month as the run saw it that made a score; undefined where that is lost. */
function monthOf(score: FinalScore, time_zone: string): ScoredMonth | undefined {
  const { period, month_start, as_of, as_of_date } = score
  return month_start && as_of && as_of_date
    ? { period, month_start, as_of, as_of_date, time_zone }
    : undefined
}

/** Scores whose facts are read together: those of one run, a seller once. */
function runAndRound(read: readonly { score: FinalScore }[]) {
  const seen = new Map<string, number>()
  const rounds = new Map(
    read.map(({ score }) => {
      const key = `${score.run_id} ${score.seller_id}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
      return [score, `${score.run_id} ${seen.get(key)}`]
    }),
  )
  return ({ score }: { score: FinalScore }) => rounds.get(score) as string
}

/** The aggregates of kept inputs, which are decimals as texts; null where there are none that can be read. */
function readInput({ inputs }: FinalScore): Aggregates | null {
  const aggregates = parsed(inputs)?.aggregates ?? null
  const isRead = aggregates !== null && Object.values(aggregates).every((value) => typeof value === 'string')
  return isRead ? aggregates : null
}

/** The code under which the seller was scored: it may have another one today. */
const codeIn = (inputs: string | null): string | undefined => {
  const code = parsed(inputs)?.seller?.seller_code
  return typeof code === 'string' ? code : undefined
}

function parsed(inputs: string | null): Partial<ScoreInput> | null {
  try {
    return inputs === null ? null : JSON.parse(inputs)
  } catch {
    return null // what was changed by hand may have any shape
  }
}
