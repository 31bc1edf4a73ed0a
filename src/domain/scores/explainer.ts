import type { Sql } from '../../platform/database/database.ts'
import { conflict } from '../../platform/http/errors/problems.ts'
import type { ExplainedScore } from '../../scoring/effects.ts'
import { appealsOf, type Explanation } from '../../scoring/explanation.ts'
import { type PreparedRules, prepareRules } from '../../scoring/prepare-rules.ts'
import type { ScoringRules } from '../../scoring/rules.ts'
import { type SellerScore, scoreSeller } from '../../scoring/score.ts'
import { readInputs } from '../../scoring/score-input.ts'
import { revised, type World } from '../../scoring/simulation/world.ts'
import { decisionOf } from '../../transparency/decision-of.ts'
import { newest } from '../../transparency/newest.ts'
import { named } from '../words/plainly.ts'
import { hasNumbers, type ScoreNumbers } from './score-row.ts'

/** The numbers of a score, and what it is made of, its explanation, or both: rows of old releases have no inputs. */
export interface KeptScore extends ScoreNumbers {
  run_id: number
  inputs: string | null
  explanation: Explanation | null
}

const knownRules = new WeakMap<Sql, ReturnType<typeof rulesOfRuns>>()

/** Explains kept scores. Runs that are asked about again of the same database, or in one transaction, are known. */
export function explainer(db: Sql) {
  const rulesOf = knownRules.get(db) ?? rulesOfRuns(db)
  knownRules.set(db, rulesOf)
  /**
   * A score with the rules of its run and its explanation: the kept one, else the one that its inputs give, which has the
   * same bytes. Undefined when other code has computed it, and this code comes to other inputs or numbers.
   */
  async function explain(kept: KeptScore): Promise<ExplainedScore | undefined> {
    const { prepared: rules } = await rulesOf(kept.run_id)
    const explanation = kept.explanation ?? scoredAgain(rules, kept, (_, scored) => scored.explanation)
    return explanation && { explanation, rules }
  }
  return { rulesOf, explain }
}
export type Explainer = ReturnType<typeof explainer>

/** Scores kept inputs again and reads it; undefined when that fails, or gives other inputs or another score. */
function scoredAgain<T>(
  rules: PreparedRules | null,
  { inputs, explanation, ...numbers }: Omit<KeptScore, 'run_id'>,
  read: (world: World, scored: SellerScore) => T,
): T | undefined {
  if (!rules || inputs === null) return undefined
  try {
    const appeals = explanation ? decisionsOf(explanation) : []
    const world = { rules, input: readInputs(rules, inputs), appeals }
    const scored = scoreSeller(rules, world.input)
    const isSame = scored.inputs === inputs && hasNumbers(revised(world, scored), numbers)
    return isSame ? read(world, scored) : undefined
  } catch {
    return undefined // what other code has written may have any shape
  }
}

/**
 * The world that a stored score was made of, with what appeals have decided of it since. Undefined when this code does
 * not come to the same inputs and the same score, or when no inputs are kept.
 */
export const storedWorld = (rules: PreparedRules | null, kept: Omit<KeptScore, 'run_id'>) =>
  scoredAgain(rules, kept, (world) => world)

/** Of how many runs it is remembered which rules they had: a number and a hash each. */
const RUNS = 10_000

/** How many sets of rules are remembered: some hundred kilobytes each. Many runs have the same. */
const SETS = 50

/** Reads the rules of runs. They never change, so each set is read and prepared once, however many runs have it. */
export function rulesOfRuns(db: Sql) {
  const hashes = newest<number, Promise<string>>(RUNS)
  const sets = newest<string, ReturnType<typeof readRules>>(SETS)
  return async (runId: number) => {
    const hash = await hashes(runId, () =>
      db.value<string>(
        `select encode(sha256(convert_to(rules::text, 'UTF8')), 'hex') from scoring_runs where id = $1`,
        [runId],
      ),
    )
    return sets(hash, () => readRules(db, runId))
  }
}

/** The rules of a run, as they were and prepared; prepared is null when this code can't score with them. */
async function readRules(db: Sql, runId: number) {
  const rules = await db.value<ScoringRules>('select rules from scoring_runs where id = $1', [runId])
  return { rules, prepared: preparedIfUsable(rules) }
}

/** Rules that other code has made may lack what this code asks for, or name what it does not know. */
function preparedIfUsable(rules: ScoringRules): PreparedRules | null {
  try {
    return prepareRules(rules)
  } catch {
    return null
  }
}

type Score = { seller_code: string; period: string }

/** How many sellers a warning names. */
const NAMED = 20

/** A 409 about a score that this process can't explain, because code of another version has computed it. */
export const engineMismatch = ({ seller_code, period }: Score) =>
  conflict(
    'score_of_other_code',
    `The score of ${seller_code} in ${period} was computed by another version of the service, and this one can't explain it: calculate ${period} again while the score is not final, or ask a process of that version.`,
  )

/**
 * The same about those scores of a month that a change of many leaves out, as `warnings` carry it; no warning when it
 * leaves out none. Runs compute no final scores and none of terminated sellers, so others don't wait for those.
 */
export function warnOfMismatches(scores: readonly Score[]): string[] {
  const [first] = scores
  if (!first) return []
  const codes = scores.map(({ seller_code }) => seller_code)
  return [
    `Left out, because another version of the service computed their scores of ${first.period} and this one can't explain them: ${named(codes, NAMED)}. Calculate ${first.period} again while the sellers are active and the scores not final, or ask a process of that version.`,
  ]
}

/**
 * What appeals decided of a score, as its explanation tells it. Which component one was against, where it decided
 * another, stands in its sentence alone.
 */
export const decisionsOf = (explanation: Explanation) => appealsOf(explanation).map(decisionOf)

/** What appeals have decided of the scores of a month, by seller; a seller without a decision is left out. */
export async function appealDecisions(db: Sql, sellers: number[], period: string) {
  const rows = await db.rows<{ seller_id: number; explanation: Explanation }>(
    `select seller_id, e.explanation
     from monthly_scores m join score_explanations e using (seller_id, period, revision)
     where m.seller_id = any($1::int[]) and m.period = $2 and m.revision > 1 and e.explanation is not null`,
    [sellers, period],
  )
  return new Map(rows.map(({ seller_id, explanation }) => [seller_id, decisionsOf(explanation)]))
}
