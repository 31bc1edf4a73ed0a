import { setImmediate } from 'node:timers/promises'
import type { Transaction } from '../../platform/database/database.ts'
import { explainer, type KeptScore } from './explainer.ts'

/** Explanations that are made and written at a time; each is some kilobytes. */
const AT_A_TIME = 250

type Unexplained = KeptScore & { seller_id: number; revision: number }

/**
 * Keeps the explanations of scores whose rows the transaction has locked, as text, where they are not kept yet: from
 * now on the code that computes scores may change.
 */
export async function keepExplanations(tx: Transaction, period: string, sellers: number[]) {
  const { explain } = explainer(tx)
  let writing: Promise<unknown> = Promise.resolve()
  for (let start = 0; start < sellers.length; start += AT_A_TIME) {
    await writing
    const found = await unexplained(tx, period, sellers.slice(start, start + AT_A_TIME))
    if (found.length === 0) continue
    const texts = []
    for (const score of found) texts.push(JSON.stringify(await explain(score)))
    writing = writeExplanations(tx, period, found, texts)
    writing.catch(() => {}) // it is awaited in the next round
    await setImmediate()
  }
  await writing
}

const unexplained = (tx: Transaction, period: string, sellers: number[]) =>
  tx.rows<Unexplained>(
    `select e.seller_id, e.revision, e.run_id, e.inputs, e.explanation
     from score_explanations e join monthly_scores using (seller_id, period, revision)
     where e.period = $1 and e.seller_id = any($2::int[]) and e.explanation is null
     order by e.seller_id`,
    [period, sellers],
  )

/** The texts travel as one with a line for each: JSON has no line breaks of its own. */
const writeExplanations = (tx: Transaction, period: string, scores: Unexplained[], texts: string[]) =>
  tx.run(
    `update score_explanations e set explanation = made.explanation::json
     from rows from (unnest($2::int[]), unnest($3::int[]), string_to_table($4, chr(10)))
       as made(seller_id, revision, explanation)
     where e.period = $1 and e.seller_id = made.seller_id and e.revision = made.revision`,
    [
      period,
      scores.map(({ seller_id }) => seller_id),
      scores.map(({ revision }) => revision),
      texts.join('\n'),
    ],
  )
