import { setImmediate } from 'node:timers/promises'
import type { Transaction } from '../../platform/database/database.ts'
import type { Reason } from '../../scoring/reasons.ts'
import { chunksOf } from '../chunks.ts'
import { engineMismatch, explainer, type KeptScore } from './explainer.ts'
import { type ExplainedOfSeller, reasonsOfScores } from './reasons-of-scores.ts'
import { NUMBERS_OF_M } from './score-row.ts'

/** Explanations that are made and written at a time; each is some kilobytes. */
const AT_A_TIME = 250

/** Explanations that are held as objects at a time: they are four times as large as their texts. */
const HELD = 50

export type Explained = { seller_id: number; period: string; revision: number }

type KeptOfSeller = KeptScore & Explained & { seller_code: string }

/**
 * Keeps the explanations of scores as keepExplanations does.
 * @throws 409 when other code has computed one of them, and this code does not come to the same score
 */
export async function requireExplanations(tx: Transaction, period: string, sellers: number[]) {
  const [first] = await keepExplanations(tx, period, sellers)
  if (first) throw engineMismatch(first)
}

/**
 * Keeps the explanations of scores whose rows the transaction has locked, as text, where they are not kept yet: from
 * now on the code that computes scores may change. Answers the scores that other code has computed and this code does
 * not come to: nothing is kept of them. `look` is shown all others, some at a time in the order of sellers, those with a kept explanation too.
 */
export async function keepExplanations(
  tx: Transaction,
  period: string,
  sellers: number[],
  look?: (scores: ExplainedOfSeller[]) => Promise<void>,
): Promise<KeptOfSeller[]> {
  const known = explainer(tx)
  const mismatches: KeptOfSeller[] = []
  let writing: Promise<unknown> = Promise.resolve()
  for (const part of chunksOf(sellers, AT_A_TIME)) {
    await writing
    const kept = await keptOf(tx, period, part, look !== undefined)
    const made: Explained[] = []
    const texts: string[] = []
    for (const held of chunksOf(kept, HELD)) {
      const found: ExplainedOfSeller[] = []
      for (const score of held) {
        const explained = await known.explain(score)
        if (!explained) mismatches.push(score)
        else found.push({ ...explained, seller_id: score.seller_id, period })
        if (!explained || score.explanation) continue
        made.push(score)
        texts.push(JSON.stringify(explained.explanation))
      }
      await look?.(found)
    }
    if (texts.length > 0) writing = writeExplanations(tx, made, texts)
    writing.catch(() => {}) // it is awaited in the next round
    await setImmediate()
  }
  await writing
  return mismatches
}

/** The same, and why the scores with a kept explanation are what they are, by seller. */
export async function keepAndTell(
  tx: Transaction,
  period: string,
  sellers: number[],
  currency: string | undefined,
) {
  const reasons = new Map<number, Reason[]>()
  const mismatches = await keepExplanations(tx, period, sellers, async (scores) => {
    for (const [seller, found] of await reasonsOfScores(tx, scores, currency))
      reasons.set(seller, found.reasons)
  })
  return { mismatches, reasons }
}

const keptOf = (tx: Transaction, period: string, sellers: number[], all: boolean) =>
  tx.rows<KeptOfSeller>(
    `select e.seller_id, e.period, e.revision, e.run_id, e.inputs, e.explanation, s.seller_code, ${NUMBERS_OF_M}
     from score_explanations e join monthly_scores m using (seller_id, period, revision)
       join sellers s on s.id = e.seller_id
     where e.period = $1 and e.seller_id = any($2::int[]) and ($3 or e.explanation is null)
     order by e.seller_id`,
    [period, sellers, all],
  )

/** Writes explanations of scores that the transaction has locked, each as its text. */
export const writeExplanations = (tx: Transaction, scores: readonly Explained[], texts: readonly string[]) =>
  // The texts travel as one with a line for each: JSON has no line breaks of its own.
  tx.run(
    `update score_explanations e set explanation = made.explanation::json
     from rows from (unnest($1::int[]), unnest($2::text[]), unnest($3::int[]), string_to_table($4, chr(10)))
       as made(seller_id, period, revision, explanation)
     where e.seller_id = made.seller_id and e.period = made.period and e.revision = made.revision`,
    [
      scores.map(({ seller_id }) => seller_id),
      scores.map(({ period }) => period),
      scores.map(({ revision }) => revision),
      texts.join('\n'),
    ],
  )
