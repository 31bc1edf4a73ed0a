import type { FastifyInstance } from 'fastify'
import { chunksOf } from '../../../src/domain/chunks.ts'
import { keepExplanations } from '../../../src/domain/scores/keep-explanations.ts'
import { JOB_TRANSACTION } from '../../../src/platform/database/connect/bounds.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { latelyCalculated, lockMoved, unexplainedSellers } from './missing-queries.ts'

/** Scores whose explanations are kept in a transaction: so many are locked at a time. */
const AT_A_TIME = 250

/** How many sellers the log names of those whose scores stay without an explanation. */
const NAMED = 5

/**
 * Keeps the explanations of final and reviewed scores that have none, because a process of an earlier release, which
 * knew of no drafts without one, has moved them during an update. Those of other code stay without one.
 */
export async function keepMissingExplanations({ db, log }: FastifyInstance) {
  for (const period of await latelyCalculated(db.bulk)) {
    const sellers = await unexplainedSellers(db.bulk, period)
    const left = await keepInParts(db, period, sellers)
    const kept = sellers.length - left.length
    if (kept > 0) log.info({ period, kept }, 'kept explanations of scores that had none')
    if (left.length > 0)
      log.warn(
        { period, scores: left.length, sellers: left.slice(0, NAMED) },
        'final or reviewed scores have no explanation, and this version does not come to them: run a worker of the version that computed them for a night',
      )
  }
}

/** Keeps explanations, and answers the sellers whose scores other code has computed. */
async function keepInParts(db: Database, period: string, sellers: number[]): Promise<string[]> {
  const left: string[] = []
  for (const part of chunksOf(sellers, AT_A_TIME)) {
    const mismatches = await db.bulkTransaction(
      async (tx) => keepExplanations(tx, period, await lockMoved(tx, period, part)),
      JOB_TRANSACTION,
    )
    left.push(...mismatches.map(({ seller_code }) => seller_code))
  }
  return left
}
