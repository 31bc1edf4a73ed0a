import type { FastifyInstance } from 'fastify'
import { keepExplanations } from '../../../src/domain/scores/keep-explanations.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/bounds.ts'
import { FIRST, lockUnexplained, type Unexplained } from './missing-queries.ts'

/** Scores whose explanations are kept in a transaction: so many are locked at a time. */
const AT_A_TIME = 250

/** How many sellers the log names of those whose scores stay without an explanation. */
const NAMED = 5

/**
 * Keeps the explanations of final and reviewed scores that have none, because a process of an earlier release, which
 * knew of no drafts without one, has moved them during an update. Those of other code stay without one.
 */
export async function keepMissingExplanations({ db, log }: FastifyInstance) {
  let kept = 0
  const left: string[] = []
  for (let last: Unexplained | undefined = FIRST; last; ) {
    const after: Unexplained = last
    const { found, ofOtherCode } = await db.bulkTransaction(async (tx) => {
      const found = await lockUnexplained(tx, after, AT_A_TIME)
      const ofOtherCode = []
      for (const [period, scores] of Map.groupBy(found, (score) => score.period)) {
        const sellers = scores.map(({ seller_id }) => seller_id)
        ofOtherCode.push(...(await keepExplanations(tx, period, sellers)))
      }
      return { found, ofOtherCode }
    }, JOB_TRANSACTION)
    left.push(...ofOtherCode.map(({ seller_code, period }) => `${seller_code} ${period}`))
    kept += found.length - ofOtherCode.length
    last = found.at(-1)
  }
  if (kept > 0) log.info({ kept }, 'kept explanations of scores that had none')
  if (left.length > 0)
    log.warn(
      { scores: left.length, first: left.slice(0, NAMED) },
      'final or reviewed scores have no explanation, and this version does not come to them: start a worker of the version that computed them, for a night',
    )
}
